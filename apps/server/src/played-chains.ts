import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMoney, isAsset, parseMoney } from '@candor/kernel';
import { NETWORKS, isCarried } from '@candor/protocol';
import { findUserNamed } from './accounts/index.ts';
import { depositAddressOf } from './cashier/index.ts';
import { readConfig } from './config.ts';
import { Refused } from './operator-database.ts';
import type { Database } from './platform/postgres/db.ts';
import { sayToOperator } from './platform/process/log.ts';

const ORDER_MS = 60_000;

/** Tells the chains of the rehearsal that runs what to do; only who may read its folder can. */
async function order(what: 'fund' | 'sign', said: unknown): Promise<unknown> {
  const path = join(readConfig().dataDir, 'chains', 'control.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new Refused('This rehearsal has no chains of its own.');
  const { url, token } = JSON.parse(text) as { readonly url: string; readonly token: string };
  const response = await fetch(`${url}/${what}`, {
    method: 'POST',
    headers: { authorization: token },
    body: JSON.stringify(said),
    signal: AbortSignal.timeout(ORDER_MS),
  }).catch(() => null);
  if (response === null) throw new Refused('The chains of this rehearsal do not run.');
  const answer = await response.text();
  if (!response.ok) throw new Refused(`The chain refuses it (${answer.slice(0, 200)}).`);
  return JSON.parse(answer);
}

/** Pays a user's address from the treasury of a rehearsal's chain; blocks follow by themselves. */
export async function fund(db: Database, words: readonly string[]): Promise<void> {
  const [username = '', amount = '', asset = '', said = ''] = words;
  if (!isAsset(asset)) throw new Refused('An asset is needed: USDT, ETH or BTC.');
  const paid = parseMoney(amount, asset);
  if (paid === null || paid.units <= 0n) throw new Refused(`An amount of ${asset} is needed.`);
  const usual = NETWORKS.find((one) => isCarried(one, asset));
  const network = said === '' ? usual : NETWORKS.find((one) => one === said);
  if (network === undefined || !isCarried(network, asset)) {
    throw new Refused(`No such network carries ${asset}.`);
  }
  const userId = await findUserNamed(db, username);
  if (userId === null) throw new Refused(`Nobody is called ${username}.`);
  const to = await depositAddressOf(db, { userId, network });
  if (to === null) {
    throw new Refused(
      `${username} was shown no address on ${network} yet: open Deposit there first.`,
    );
  }
  const units = paid.units.toString();
  const { hash } = (await order('fund', { network, asset, to, units })) as { hash: string };
  sayToOperator(`${formatMoney(paid)} ${asset} are on their way to ${to} by ${network}: ${hash}`);
}

/** Has a batch of pay-outs signed outside of the server, and writes what the desk takes back. */
export async function sign(_db: Database, [path = '']: readonly string[]): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new Refused('The file of an exported batch is needed.');
  const hashes = await order('sign', { batch: JSON.parse(text) as unknown });
  const written = `${path.endsWith('.json') ? path.slice(0, -5) : path}.hashes.json`;
  await writeFile(written, `${JSON.stringify(hashes, null, 2)}\n`);
  sayToOperator(`The batch is signed and sent. Its hashes: ${written}`);
}
