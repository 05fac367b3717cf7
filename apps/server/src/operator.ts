import { parseArgs } from 'node:util';
import { type Clock, type UtcDay, isoText } from '@candor/kernel';
import { ConfigRefused } from './config-refused.ts';
import { readConfig } from './config.ts';
import { Refused, openRunning, secretsOf, whoIsHere } from './operator-database.ts';
import { beginRestoring, cancelRestoring } from './accounts/index.ts';
import { auditTerminal } from './audit/index.ts';
import { reconcile } from './ledger/index.ts';
import { verifyTape } from './market/index.ts';
import type { Database } from './platform/postgres/db.ts';
import { createLog, sayToOperator } from './platform/process/log.ts';
import { createMailer, createTransports } from './messaging/index.ts';
import { readInstallation } from './platform/postgres/installation.ts';
import { APP_ROLE, DESK_ROLE } from './platform/postgres/migrate.ts';
import { readClock } from './platform/postgres/test-clock.ts';
import { SecretsRefused } from './platform/secrets/secrets.ts';
import { addSigningKey } from './platform/secrets/signing.ts';
import { makeAdministratorLink } from './staff/index.ts';

const USAGE = `What an operator may do while Candor runs:

  npm run operator -- access NAME restore [--contact ADDRESS] --reason TEXT
  npm run operator -- access NAME stop --reason TEXT
  npm run operator -- staff link
  npm run operator -- signing-key rotate
  npm run operator -- reconcile
  npm run operator -- verify-tape DAY`;

type OperatorParams = {
  /** The time of the installation: a rehearsal's may be ahead. */
  readonly clock: Clock;
  readonly words: readonly string[];
  readonly options: Record<string, unknown>;
};

function read(args: readonly string[]): Omit<OperatorParams, 'clock'> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        contact: { type: 'string' },
      },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n\n${USAGE}`);
  }
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

async function access(db: Database, { words, options, clock }: OperatorParams): Promise<void> {
  const [, username = '', act] = words;
  if (words.length !== 3 || (act !== 'restore' && act !== 'stop')) throw new Refused(USAGE);
  const { reason = '', contact = null } = options as { reason?: string; contact?: string };
  const deps = { db, clock };
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

async function signingKey(db: Database, { words, clock }: OperatorParams): Promise<void> {
  if (words[1] !== 'rotate' || words.length !== 2) throw new Refused(USAGE);
  const secrets = await secretsOf(readConfig());
  const key = await addSigningKey({
    db,
    clock,
    secrets,
    installation: await readInstallation(db),
  });
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
async function staff(db: Database, { words, clock }: OperatorParams): Promise<void> {
  if (words[1] !== 'link' || words.length !== 2) throw new Refused(USAGE);
  const { deskUrl, deskPort, publicUrl, transports } = readConfig();
  if (deskUrl === null && deskPort === 0) {
    throw new Refused('Say DESK_PORT or DESK_URL: the link names where the desk is.');
  }
  // Nothing is sent from here: the Candor that runs sends what is written down.
  const mailer = createMailer({
    db,
    clock,
    log: createLog({ level: 'silent' }),
    transports: createTransports(transports, { publicUrl, say: sayToOperator }),
    frameOf: async () => ({ phrase: null, isCustomer: false, operator: '' }),
  });
  const { link } = await makeAdministratorLink(
    { db, clock, mailer, address: () => deskUrl ?? `http://localhost:${deskPort}` },
    { kind: 'terminal', name: whoIsHere() },
  );
  sayToOperator(`A further administrator, once, within 24 hours: ${link}`);
}

const ACTS: Readonly<Record<string, (db: Database, params: OperatorParams) => Promise<void>>> = {
  access,
  'signing-key': signingKey,
  staff,
  reconcile: books,
  'verify-tape': tape,
};

async function run(args: readonly string[]): Promise<void> {
  const given = read(args);
  const [name = ''] = given.words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) throw new Refused(USAGE);
  // What belongs to the desk is done as the desk's role, which is all that may.
  const db = await openRunning(readConfig(), name === 'staff' ? DESK_ROLE : APP_ROLE);
  try {
    const asked = { ...given, clock: await readClock(db) };
    await auditTerminal({ db, clock: asked.clock }, { ...given, by: whoIsHere() }, () =>
      act(db, asked),
    );
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
