import { type Files, type Plant, beside } from './tree.ts';
import { table } from './write.ts';

const side = "export type { sides } from '../sides.ts';\n";

/** A table that divides contracts into rooms. */
const ROOMS: Files = {
  'architecture.json': table({ rooms: { [beside('')]: [['order'], ['pending', 'closing']] } }),
};

/** Rule 23: pairs of folders, without a circle of files, and rooms out of their order. */
export const FOLDER_PLANTS: readonly Plant[] = [
  {
    what: 'two folders side by side, one way below and for a type only',
    rule: 23,
    file: beside('opening/deep/one.ts'),
    line: 2,
    files: {
      [beside('opening/deep/one.ts')]:
        "export const two = 2;\nexport type { closed } from '../../closing/one.ts';\n",
      [beside('closing/one.ts')]: 'export const closed = 1;\n',
      [beside('closing/two.ts')]: "export { opened } from '../opening/two.ts';\n",
      [beside('closing/three.ts')]: "export { opened } from '../opening/two.ts';\n",
      [beside('opening/two.ts')]: 'export const opened = 1;\n',
    },
  },
  {
    what: 'a folder and one inside it',
    rule: 23,
    file: beside('opening/one.ts'),
    line: 1,
    files: {
      [beside('opening/one.ts')]: side,
      [beside('opening/two.ts')]: 'export const opened = 1;\n',
      [beside('commands.ts')]: "export { opened as open } from './opening/two.ts';\n",
    },
  },
  {
    what: 'a room that imports one above it',
    rule: 23,
    file: beside('order/one.ts'),
    line: 1,
    files: {
      ...ROOMS,
      [beside('order/one.ts')]: "export { closed as ended } from '../closing/one.ts';\n",
      [beside('closing/one.ts')]: 'export const closed = 1;\n',
    },
  },
  {
    what: 'a room that imports one of its own step',
    rule: 23,
    file: beside('pending/one.ts'),
    line: 1,
    files: {
      ...ROOMS,
      [beside('pending/one.ts')]: "export { closed as ended } from '../closing/one.ts';\n",
      [beside('closing/one.ts')]: 'export const closed = 1;\n',
    },
  },
  {
    what: 'a room that the table does not know',
    rule: 23,
    file: beside('cellar/one.ts'),
    line: 1,
    files: { ...ROOMS, [beside('cellar/one.ts')]: 'export const cellar = 1;\n' },
  },
];
