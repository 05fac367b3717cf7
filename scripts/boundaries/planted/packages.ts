import { type Plant, WEB, beside, manifest, plant } from './tree.ts';

const KERNEL = 'packages/kernel/src';

/** Rules 0 to 4: reading, circles, layers, apps, declared names. */
export const PACKAGE_PLANTS: readonly Plant[] = [
  plant(
    'a file that is no program',
    0,
    'scripts/tool.ts',
    2,
    'export const a = 1;\nexport const = ;\n',
  ),
  {
    ...plant('a circle of types only', 1, `${KERNEL}/one.ts`, 1, ''),
    files: {
      [`${KERNEL}/one.ts`]:
        "import type { At } from './two.ts';\nexport const kernel = 'k';\nexport type One = At;\n",
      [`${KERNEL}/two.ts`]: "export type { One as At } from './one.ts';\n",
    },
  },
  plant(
    'a verifier that shares code with the product',
    22,
    'scripts/verify/check.mjs',
    2,
    "import { createHash } from 'node:crypto';\nimport { kernel } from '@candor/kernel';\nexport const check = () => [createHash, kernel];\n",
  ),
  {
    ...plant('a product that uses the verifier', 22, 'scripts/tool.ts', 1, ''),
    files: {
      'scripts/tool.ts':
        "import { check } from './verify/check.mjs';\nexport const tool = check;\n",
      'scripts/verify/check.mjs': 'export const check = 1;\n',
    },
  },
  {
    ...plant('a circle through import()', 1, `${KERNEL}/one.ts`, 2, ''),
    files: {
      [`${KERNEL}/one.ts`]:
        "export const kernel = 'k';\nexport const two = () => import('./two.ts');\n",
      [`${KERNEL}/two.ts`]: "export { kernel } from './one.ts';\n",
    },
  },
  plant(
    'an import type of itself',
    1,
    `${KERNEL}/one.ts`,
    2,
    "export const kernel = 'k';\nexport type Me = import('./one.ts').Me;\n",
  ),
  plant(
    'the kernel imports a package',
    2,
    `${KERNEL}/one.ts`,
    1,
    "import { z } from 'zod';\nexport const kernel = z;\n",
  ),
  plant(
    'the kernel looks up',
    2,
    `${KERNEL}/one.ts`,
    1,
    "import type { Amount } from '@candor/ui';\nexport const kernel = 'k' as typeof Amount;\n",
  ),
  plant(
    'pricing looks sideways',
    2,
    'packages/pricing/src/index.ts',
    2,
    "import { kernel } from '@candor/kernel';\nexport { name as pricing } from '@candor/protocol';\nexport { kernel };\n",
  ),
  plant(
    'a Node module in pricing',
    2,
    'packages/pricing/src/index.ts',
    1,
    "import { cpus } from 'node:os';\nexport const pricing = cpus;\n",
  ),
  plant(
    'a manifest that points up',
    2,
    'packages/pricing/package.json',
    9,
    manifest('@candor/pricing', {
      exports: { '.': './src/index.ts' },
      dependencies: { '@candor/kernel': '*', '@candor/ui': '*' },
    }),
  ),
  plant(
    'a package opens an app',
    3,
    'packages/ui/src/Amount.tsx',
    1,
    "export { Home as Amount } from '../../../apps/web/src/pages/Home.tsx';\n",
  ),
  plant(
    'an app opens another',
    3,
    `${WEB}/pages/Home.tsx`,
    2,
    "\nexport const Home = () => import('../../../server/src/main.ts');\n",
  ),
  plant(
    'an npm package nobody declared',
    4,
    beside('commands.ts'),
    2,
    "import { find } from './store.ts';\nimport { nanoid } from 'nanoid';\nexport const open = () => [nanoid, find()];\n",
  ),
  plant(
    'our package, undeclared',
    4,
    `${WEB}/features/market/view.ts`,
    1,
    "import { pricing } from '@candor/pricing';\nexport const list = () => pricing;\n",
  ),
  plant(
    'development only, used by the product',
    4,
    beside('commands.ts'),
    1,
    "import Ajv from 'ajv';\nexport const open = () => Ajv;\n",
  ),
  plant(
    'a package by its path',
    4,
    beside('commands.ts'),
    1,
    "import { kernel } from '../../../../packages/kernel/src/one.ts';\nexport const open = () => kernel;\n",
  ),
  plant(
    'an entry that is not exported',
    4,
    beside('commands.ts'),
    1,
    "import { kernel } from '@candor/kernel/src/one.ts';\nexport const open = () => kernel;\n",
  ),
  plant(
    'an import nobody can read',
    4,
    beside('commands.ts'),
    1,
    'export const open = (path: string) => import(path);\n',
  ),
];
