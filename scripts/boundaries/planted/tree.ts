/**
 * A small tree that keeps every rule, and changes to it that each break one. Paths and texts only;
 * the test writes them into a folder of its own.
 */

/** Files of a tree: path → text. */
export type Files = Readonly<Record<string, string>>;

/** One fault: what is written over the clean tree, and what must be reported. */
export type Plant = {
  readonly what: string;
  readonly rule: number;
  readonly file: string;
  readonly line: number;
  readonly files: Files;
};

/** The text of a `package.json`. */
export function manifest(name: string, more: object = {}): string {
  return JSON.stringify({ name, type: 'module', ...more }, null, 2);
}

/** The server's sources. */
export const SRC = 'apps/server/src';
/** The web app's sources. */
export const WEB = 'apps/web/src';

/** Keeps every rule. */
export const CLEAN: Files = {
  'package.json': manifest('candor', { devDependencies: { vitest: '5.1.1' } }),
  'scripts/tool.ts': "import { kernel } from '@candor/kernel';\nexport const tool = kernel;\n",
  'packages/kernel/package.json': manifest('@candor/kernel', {
    exports: { '.': './src/index.ts' },
  }),
  'packages/kernel/src/index.ts':
    "export { kernel } from './one.ts';\nexport { at } from './time.ts';\n",
  'packages/kernel/src/one.ts': "export const kernel = 'kernel';\n",
  'packages/kernel/src/time.ts': 'export const at = new Date(0);\n',
  'packages/protocol/package.json': manifest('@candor/protocol', {
    exports: { '.': './src/index.ts' },
    dependencies: { '@candor/kernel': '*', zod: '4.6.7' },
  }),
  'packages/protocol/src/index.ts':
    "import { z } from 'zod';\nimport { kernel } from '@candor/kernel';\nexport const name = z.literal(kernel);\n",
  'packages/protocol/src/wire/fields.ts': "export const field = 'zdf';\n",
  'packages/pricing/package.json': manifest('@candor/pricing', {
    exports: { '.': './src/index.ts' },
    dependencies: { '@candor/kernel': '*' },
  }),
  'packages/pricing/src/index.ts':
    "import { kernel } from '@candor/kernel';\nexport const pricing = kernel;\n",
  'packages/ui/package.json': manifest('@candor/ui', {
    exports: { '.': './src/index.ts' },
    dependencies: { '@candor/kernel': '*', react: '19.3.1' },
  }),
  'packages/ui/src/index.ts': "export { Amount } from './Amount.tsx';\n",
  'packages/ui/src/Amount.tsx':
    'export function Amount({ text }: { text: string }) {\n  return <b aria-label={text}>{text}</b>;\n}\n',
  'apps/server/package.json': manifest('@candor/server', {
    dependencies: { '@candor/kernel': '*', '@candor/pricing': '*', pg: '8.23.1' },
    devDependencies: { ajv: '8.20.0' },
  }),
  'apps/server/migrations/0001_ledger.sql':
    'create schema ledger;\ncreate table ledger.entry (at timestamptz);\n',
  [`${SRC}/main.ts`]: "import { app } from './app.ts';\napp();\n",
  [`${SRC}/app.ts`]:
    "import { wireContracts } from './contracts/wire.ts';\nexport const app = (): string => wireContracts();\n",
  [`${SRC}/platform/postgres/db.ts`]:
    "import pg from 'pg';\nexport const db = (text: string): pg.Query => new pg.Query(text);\n",
  [`${SRC}/ledger/index.ts`]: "export { commitEntry } from './commands.ts';\n",
  [`${SRC}/ledger/commands.ts`]:
    "import { insertEntry } from './store.ts';\nexport const commitEntry = insertEntry;\n",
  [`${SRC}/ledger/store.ts`]:
    "import { db } from '../platform/postgres/db.ts';\nexport const insertEntry = () => db('insert into ledger.entry values (now())');\n",
  [`${SRC}/contracts/index.ts`]: "export { open } from './commands.ts';\n",
  [`${SRC}/contracts/commands.ts`]:
    "import { commitEntry } from '../ledger/index.ts';\nimport { find } from './store.ts';\nexport const open = () => [commitEntry(), find()];\n",
  [`${SRC}/contracts/rules.ts`]:
    "import { pricing } from '@candor/pricing';\nimport { sides } from './sides.ts';\nexport const decide = () => [pricing, sides];\n",
  [`${SRC}/contracts/sides.ts`]: "export const sides = ['long', 'short'] as const;\n",
  [`${SRC}/contracts/schema.ts`]: 'export type Row = { id: string };\n',
  [`${SRC}/contracts/store.ts`]:
    "import { db } from '../platform/postgres/db.ts';\nimport type { Row } from './schema.ts';\nexport const find = (row?: Row) => [db('select id from contracts.contract'), row];\n",
  [`${SRC}/contracts/routes.ts`]:
    "import { open } from './commands.ts';\nexport const route = () => `open ${open()}`;\n",
  [`${SRC}/contracts/wire.ts`]:
    "import { route } from './routes.ts';\nexport const wireContracts = (): string => route();\n",
  [`${SRC}/contracts/routes.test.ts`]:
    "import { expect, it } from 'vitest';\nimport { app } from '../app.ts';\nimport { used } from '../../../../scripts/tool.ts';\nit('answers', () => expect([app(), Date.now(), used, 'select 1 from ledger.entry']).toBeTruthy());\n",
  'apps/web/package.json': manifest('@candor/web', {
    dependencies: { '@candor/ui': '*', '@candor/kernel': '*', react: '19.3.1' },
  }),
  [`${WEB}/lib/http.ts`]: 'export const call = (path: string) => fetch(path);\n',
  [`${WEB}/lib/paths.ts`]: "export const MARKET = '/cruuency';\n",
  [`${WEB}/features/market/view.ts`]:
    "import { call } from '../../lib/http.ts';\nexport const list = () => call('/list');\n",
  [`${WEB}/features/market/List.tsx`]:
    "import { MARKET } from '../../lib/paths.ts';\nimport { list } from './view.ts';\nexport const List = () => <a href={MARKET}>{String(list)} · 24</a>;\n",
  [`${WEB}/pages/Home.tsx`]: "export { List as Home } from '../features/market/List.tsx';\n",
};

/** A whole new text for one file of the clean tree. */
export function plant(what: string, rule: number, file: string, line: number, text: string): Plant {
  return { what, rule, file, line, files: { [file]: text } };
}

/** The path of a file of the capability `contracts`. */
export const beside = (name: string): string => `${SRC}/contracts/${name}`;
