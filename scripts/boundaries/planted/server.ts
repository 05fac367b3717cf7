import { type Plant, SRC, beside, plant } from './tree.ts';

const ledger = (text: string): string =>
  `import { insertEntry } from './store.ts';\nexport const commitEntry = insertEntry;\n${text}\n`;

/** Rules 5 to 11: the server's capabilities, tables and words. */
export const SERVER_PLANTS: readonly Plant[] = [
  plant(
    'a capability looks up',
    5,
    `${SRC}/ledger/commands.ts`,
    3,
    ledger("export type { list } from '../market/index.ts';"),
  ),
  plant(
    'a capability looks at the app',
    5,
    `${SRC}/ledger/commands.ts`,
    3,
    ledger("export type Port = import('../config.ts').Port;"),
  ),
  plant('a folder without a tier', 5, `${SRC}/casino/index.ts`, 1, 'export const casino = 1;\n'),
  plant(
    'a side door',
    6,
    beside('commands.ts'),
    1,
    "import { insertEntry } from '../ledger/store.ts';\nexport const open = insertEntry;\n",
  ),
  plant(
    'routes opened by main',
    6,
    `${SRC}/main.ts`,
    1,
    "import { route } from './contracts/routes.ts';\nroute();\n",
  ),
  plant(
    'rules read the clock',
    7,
    beside('rules.ts'),
    1,
    "import { db } from '../platform/db.ts';\nexport const decide = db;\n",
  ),
  plant(
    'rules reach a Node module through a sibling',
    7,
    beside('sides.ts'),
    1,
    "import { cpus } from 'node:os';\nexport const sides = cpus;\n",
  ),
  plant(
    'rules import npm',
    7,
    beside('rules.ts'),
    1,
    "import type pg from 'pg';\nexport type Decide = pg.Query;\n",
  ),
  plant(
    'routes read the store',
    8,
    beside('routes.ts'),
    1,
    "import type { find } from './store.ts';\nexport const route = () => '' as unknown as typeof find;\n",
  ),
  plant(
    'routes open the database',
    8,
    beside('routes.ts'),
    1,
    "import { db } from '../platform/db.ts';\nexport const route = () => `${db('select 1')}`;\n",
  ),
  plant(
    'row types outside the store',
    9,
    beside('commands.ts'),
    1,
    "import type { Row } from './schema.ts';\nexport const open = () => [] as Row[];\n",
  ),
  plant(
    'SQL outside the store',
    9,
    beside('commands.ts'),
    2,
    'export const open = () => `\n  select id from contracts.contract`;\n'.replace(
      '=> `\n',
      '=>\n  `',
    ),
  ),
  plant(
    'SQL about a neighbour',
    9,
    `${SRC}/contracts/store.ts`,
    2,
    "import { db } from '../platform/db.ts';\nexport const find = () => db('select 1 from accounts.account');\n",
  ),
  plant(
    'a builder about a neighbour',
    9,
    `${SRC}/contracts/store.ts`,
    1,
    "export const find = (db: any) => db.selectFrom('market.tick');\n",
  ),
  plant(
    'a migration about a neighbour',
    9,
    'apps/server/migrations/0002_accounts.sql',
    2,
    'create schema accounts;\nalter table contracts.contract add x int;\n',
  ),
  plant(
    'the books named elsewhere',
    10,
    `${SRC}/contracts/store.ts`,
    2,
    "const BALANCE = 'amount';\nexport const find = () => `select ${BALANCE} from ledger.balance`;\n",
  ),
  plant(
    'a migration about the books',
    10,
    'apps/server/migrations/0002_accounts.sql',
    2,
    'create schema accounts;\ninsert into ledger.entry values (now());\n',
  ),
  plant(
    'platform knows a capability',
    11,
    `${SRC}/platform/db.ts`,
    1,
    "export const db = (text: string) => [text, 'contracts'];\n",
  ),
  plant(
    'platform names one in its code',
    11,
    `${SRC}/platform/db.ts`,
    2,
    'export const db = (text: string) => text;\nexport const openCashier = db;\n',
  ),
];
