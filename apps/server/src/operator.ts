import { writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type UnixMs, type UtcDay, SECOND_MS, isoText, plusMs } from '@candor/kernel';
import { type Config, ConfigRefused, readConfig, readKeyFile } from './config.ts';
import { beginRestoring, cancelRestoring } from './accounts/index.ts';
import { type AuditDetails, writeAudit } from './audit/index.ts';
import { createFiles } from './files/index.ts';
import { reconcile } from './ledger/index.ts';
import { restrictInstrument, verifyTape } from './market/index.ts';
import { createParameters, isParameterKey } from './parameters/index.ts';
import { createPdfs } from './platform/formats/pdf/pdf.ts';
import { systemClock } from './platform/process/clock.ts';
import { type Database, openDatabase } from './platform/postgres/db.ts';
import { createLog, sayToOperator } from './platform/process/log.ts';
import { createMailer, createTransports } from './messaging/index.ts';
import { APP_ROLE, DESK_ROLE } from './platform/postgres/migrate.ts';
import { findRunningPostgres } from './platform/cluster/running-postgres.ts';
import { type Secrets, SecretsRefused, openSecrets } from './platform/secrets/secrets.ts';
import { addSigningKey } from './platform/secrets/signing.ts';
import { makeAdministratorLink } from './staff/index.ts';
import { type StaffTerminal, createKeyed, runStaffCommand } from './support/index.ts';

const USAGE = `What an operator may do while Candor runs:

  npm run operator -- instrument CODE suspend|close-only|resume --reason TEXT
  npm run operator -- access NAME restore [--contact ADDRESS] --reason TEXT
  npm run operator -- access NAME stop --reason TEXT
  npm run operator -- parameter set NAME VALUE [--from ISO-TIME] [--note TEXT]
  npm run operator -- support list [open|answered|closed]
  npm run operator -- support show NUMBER
  npm run operator -- support reply NUMBER --name NAME --text TEXT (or - to read it from the input)
  npm run operator -- support pictures NUMBER FOLDER
  npm run operator -- support close NUMBER
  npm run operator -- staff link
  npm run operator -- signing-key rotate
  npm run operator -- reconcile
  npm run operator -- verify-tape DAY`;

/**
 * Every running copy reads the parameters again within five seconds. A version that comes into
 * force later than that is known everywhere before it counts.
 */
const KNOWN_EVERYWHERE_MS = 10 * SECOND_MS;

/** What was asked for cannot be done; its sentence is all an operator needs. */
class Refused extends Error {}

type OperatorParams = {
  readonly words: readonly string[];
  readonly options: Record<string, unknown>;
};

function read(args: readonly string[]): OperatorParams {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        from: { type: 'string' },
        note: { type: 'string' },
        contact: { type: 'string' },
        name: { type: 'string' },
        text: { type: 'string' },
      },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** The secrets of the Candor that runs on these settings; it sealed them where a key is named. */
async function secretsOf({ dataDir, keyFile }: Config): Promise<Secrets> {
  return openSecrets({ dataDir, kek: await readKeyFile(keyFile), leaves: true });
}

/** Few connections, and no end of waiting: a look through the whole journal takes its time. */
const FEW = { max: 2, query_timeout: 0 };

/** The roles of the database, and the secrets that are their passwords. */
const ROLES = { [APP_ROLE]: 'app-role', [DESK_ROLE]: 'desk-role' } as const;

/** Opens the database of the Candor that runs on these settings, as one of its own roles. */
async function openRunning(config: Config, role: keyof typeof ROLES): Promise<Database> {
  const password = await (await secretsOf(config)).find(ROLES[role]);
  if (password === null) {
    throw new Refused(`No Candor ever ran on the data folder ${config.dataDir}.`);
  }
  if (config.databaseUrl !== null) {
    const url = new URL(config.databaseUrl);
    url.username = role;
    url.password = password;
    return openDatabase({ connectionString: url.href, ...FEW });
  }
  const place = findRunningPostgres(config.dataDir);
  if (place === null) {
    throw new Refused(`Candor does not run on the data folder ${config.dataDir}: start it first.`);
  }
  return openDatabase({ ...place, database: 'candor', user: role, password, ...FEW });
}

/** Who is at the machine, for what is written down. */
const whoIsHere = (): string => `${userInfo().username}@${hostname()}`.slice(0, 120);

const STATUSES = { suspend: 'suspended', 'close-only': 'closeOnly', resume: 'open' } as const;
const SAID = { suspended: 'suspended', closeOnly: 'close-only', open: 'open' } as const;

async function instrument(db: Database, { words, options }: OperatorParams): Promise<void> {
  const [, code = '', act = ''] = words;
  const status = Object.hasOwn(STATUSES, act) ? STATUSES[act as keyof typeof STATUSES] : null;
  if (status === null || words.length !== 3) throw new Refused(USAGE);
  const { reason = '' } = options as { reason?: string };
  const done = await restrictInstrument(
    { db, clock: systemClock },
    { code: code.toUpperCase(), status, reason, by: whoIsHere() },
  );
  if (done.ok) {
    sayToOperator(`${code.toUpperCase()} is ${SAID[status]} from now on.`);
    return;
  }
  throw new Refused(
    done.failure.name === 'not-found'
      ? `The catalogue has no instrument ${code}.`
      : 'A reason of at most 400 characters is needed: --reason TEXT. Everybody can read it.',
  );
}

const terminal: StaffTerminal = {
  say: sayToOperator,
  readInput: () => textOf(process.stdin),
  async keep(folder, { name, bytes }) {
    const path = join(folder, name);
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    return path;
  },
};

async function support(db: Database, { words, options }: OperatorParams): Promise<void> {
  const { name = '', text = '' } = options as { name?: string; text?: string };
  const config = readConfig();
  const secrets = await secretsOf(config);
  const secret = await secrets.find('support');
  if (secret === null) throw new Refused('This Candor has no support yet: start it anew first.');
  const clock = systemClock;
  const files = async () => {
    const formerKey = await readKeyFile(config.keyFile);
    const pdfs = createPdfs();
    return createFiles({ db, clock, key: await secrets.get('files'), formerKey, pdfs });
  };
  const parts = { db, clock, keyed: createKeyed(secret), by: whoIsHere(), files };
  const done = await runStaffCommand(parts, { words: words.slice(1), name, text }, terminal);
  if (!done.ok) throw new Refused(done.failure.why ?? USAGE);
}

const ACCESS_REFUSED = {
  'no-account': 'There is no account of this name.',
  closed: 'Its owner closed this account for good.',
  'no-reason':
    'A reason of at most 400 characters is needed: --reason TEXT. The owner can read it.',
  already: 'Access is being given back already.',
  none: 'Nothing was begun that could be stopped.',
  'no-contact': 'This account never had that mail address or phone, or somebody else has it now.',
} as const;

async function access(db: Database, { words, options }: OperatorParams): Promise<void> {
  const [, username = '', act] = words;
  if (words.length !== 3 || (act !== 'restore' && act !== 'stop')) throw new Refused(USAGE);
  const { reason = '', contact = null } = options as { reason?: string; contact?: string };
  const deps = { db, clock: systemClock };
  if (act === 'stop') {
    const done = await cancelRestoring(deps, { username, reason, by: whoIsHere() });
    if (!done.ok) throw new Refused(ACCESS_REFUSED[done.failure.name]);
    sayToOperator(`Access of ${username} stays as it is.`);
    return;
  }
  const begun = await beginRestoring(deps, { username, contact, reason, by: whoIsHere() });
  if (!begun.ok) throw new Refused(ACCESS_REFUSED[begun.failure.name]);
  const back = contact === null ? '' : ` and ${contact} is put back`;
  sayToOperator(
    `${username} is told now. Second factors are taken off${back} at ${isoText(begun.value)}, ` +
      'unless somebody stops it.',
  );
}

const REFUSALS = {
  malformed: 'is not a value this parameter can have',
  fixed: 'cannot be set: the product fixes it',
  'above-cap': 'would be above its cap at some moment from then on',
  'in-the-past': 'would count from a moment that has passed',
} as const;

function momentOf(text: string | undefined): UnixMs {
  const earliest = plusMs(systemClock.now(), KNOWN_EVERYWHERE_MS);
  if (text === undefined) return earliest;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(at)) {
    throw new Refused('--from needs a time with its zone, such as 2026-12-01T00:00:00Z.');
  }
  if (at < earliest) {
    throw new Refused('--from must be at least ten seconds ahead, so that every copy knows it.');
  }
  return at as UnixMs;
}

async function parameter(db: Database, { words, options }: OperatorParams): Promise<void> {
  const [, act, key = '', value = ''] = words;
  if (act !== 'set' || words.length !== 4) throw new Refused(USAGE);
  if (!isParameterKey(key)) throw new Refused(`There is no parameter ${key}.`);
  const { from, note = 'Set by the operator' } = options as { from?: string; note?: string };
  const at = momentOf(from);
  const set = await createParameters({ db, clock: systemClock }).set({
    key,
    value,
    from: at,
    note,
  });
  if (!set.ok) throw new Refused(`${key}: ${value} ${REFUSALS[set.failure.name]}.`);
  sayToOperator(`${key} is ${value} from ${isoText(at)} on (version ${set.value.version}).`);
}

async function signingKey(db: Database, { words }: OperatorParams): Promise<void> {
  if (words[1] !== 'rotate' || words.length !== 2) throw new Refused(USAGE);
  const secrets = await secretsOf(readConfig());
  const key = await addSigningKey({ db, clock: systemClock, secrets });
  const said = key.endorsement === null ? '; the key before could not sign that' : '';
  sayToOperator(
    `Key ${key.number} signs checkpoints and receipts within seconds${said}. ` +
      'Those before stay published.',
  );
}

async function books(db: Database): Promise<void> {
  const { faults, totals } = await db.transaction(async (tx) => {
    // The whole journal: longer than any call may take.
    await tx.query('set local statement_timeout = 0');
    return reconcile(tx);
  });
  for (const [account, units] of [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    sayToOperator(`${account} ${units}`);
  }
  if (faults.length > 0) throw new Refused(faults.join('\n'));
  sayToOperator('Every book sums to zero.');
}

async function tape(db: Database, { words }: OperatorParams): Promise<void> {
  const [, day = ''] = words;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw new Refused('verify-tape needs a UTC day, such as 2026-11-21.');
  }
  const { count, root, broken } = await verifyTape(db, day as UtcDay);
  if (broken !== null) {
    throw new Refused(`The tape of ${day} breaks: ${broken.tickId} is ${broken.reason}.`);
  }
  sayToOperator(`The tape of ${day} holds: ${count} ticks, last link ${root}.`);
}

/**
 * A link for one more administrator, for an operator whose administrators cannot sign in. It is
 * written down, and mailed to each of them.
 */
async function staff(db: Database, { words }: OperatorParams): Promise<void> {
  if (words[1] !== 'link' || words.length !== 2) throw new Refused(USAGE);
  const { deskUrl, deskPort, publicUrl, transports } = readConfig();
  if (deskUrl === null && deskPort === 0) {
    throw new Refused('Say DESK_PORT or DESK_URL: the link names where the desk is.');
  }
  // Nothing is sent from here: the Candor that runs sends what is written down.
  const mailer = createMailer({
    db,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    transports: createTransports(transports, { publicUrl, say: sayToOperator }),
    frameOf: async () => ({ phrase: null, isCustomer: false, operator: '' }),
  });
  const { link } = await makeAdministratorLink(
    { db, clock: systemClock, mailer, address: () => deskUrl ?? `http://localhost:${deskPort}` },
    { kind: 'terminal', name: whoIsHere() },
  );
  sayToOperator(`A further administrator, once, within 24 hours: ${link}`);
}

const ACTS: Readonly<Record<string, (db: Database, params: OperatorParams) => Promise<void>>> = {
  access,
  instrument,
  parameter,
  support,
  'signing-key': signingKey,
  staff,
  reconcile: books,
  'verify-tape': tape,
};

/** What stands in the audit log of an option: nothing of a text to a user but how long it is. */
const keptOption = (name: string, value: unknown): string =>
  name === 'text' ? `${String(value).length} characters` : String(value);

/**
 * Writes a command down before it is done, so that none is done unseen, and again when it failed. A
 * reading command is written too: what it shows may be about a user.
 */
async function note(
  db: Database,
  { words, options }: OperatorParams,
  outcome: 'begun' | 'failed',
): Promise<void> {
  const [name = '', ...rest] = words;
  const said = Object.entries(options).map(
    ([option, value]) => [option, keptOption(option, value)] as const,
  );
  const details: AuditDetails = { ...Object.fromEntries(said), words: rest, outcome };
  await db.transaction((tx) =>
    writeAudit(tx, {
      at: systemClock.now(),
      actor: { kind: 'terminal', name: whoIsHere() },
      action: `terminal.${name}`,
      subject: rest[0] ?? null,
      details,
    }),
  );
}

async function run(args: readonly string[]): Promise<void> {
  const asked = read(args);
  const [name = ''] = asked.words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) throw new Refused(USAGE);
  // What belongs to the desk is done as the desk's role, which is all that may.
  const db = await openRunning(readConfig(), name === 'staff' ? DESK_ROLE : APP_ROLE);
  try {
    await note(db, asked, 'begun');
    await act(db, asked).catch(async (error: unknown) => {
      await note(db, asked, 'failed');
      throw error;
    });
  } finally {
    await db.end();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isPlain =
    error instanceof Refused || error instanceof ConfigRefused || error instanceof SecretsRefused;
  sayToOperator(isPlain ? error.message : String((error as Error).stack ?? error));
  process.exitCode = 1;
}
