import { type Plant, beside } from './tree.ts';

const side = "export type { sides } from '../sides.ts';\n";

/** Rule 23: pairs of folders, without a circle of files. */
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
];
