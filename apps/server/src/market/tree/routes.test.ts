import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type UtcDay, MINUTE_MS } from '@candor/kernel';
import { BASE_PATH, type Receipt } from '@candor/protocol';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkReceipt } from '../../../../../scripts/verify/check.mjs';
import { checkEvidence } from '../../../../../scripts/verify/evidence.mjs';
import { fetchEvidence, tickIdsOf } from '../../../../../scripts/verify/fetch-evidence.mjs';
import { readFolder } from '../../../../../scripts/verify/files.mjs';
import { checkLog } from '../../../../../scripts/verify/log.mjs';
import { readCheckpoint, readKey, signerOf } from '../../../../../scripts/verify/note.mjs';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { GENESIS, chainHash } from '../store/chain.ts';
import { listDay } from '../store/store.ts';

let product: TestApp;
let folder: string;
beforeEach(async () => {
  product = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'candor-kept-'));
});
afterEach(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Whatever any caller may ask, as the verifier asks it. */
async function get(path: string): Promise<string | null> {
  const answer = await product.app.http.inject({ method: 'GET', url: `${BASE_PATH}${path}` });
  return answer.statusCode === 200 ? answer.body : null;
}

/** Says a price, and lets a minute pass in which it is signed. */
async function minute(bid: number): Promise<void> {
  await product.price('BTC/USDT', `${bid}`, `${bid + 2}`);
  product.clock.advance(MINUTE_MS);
  await product.app.checkpoints.turn();
}

async function latest() {
  return (await product.call('market.checkpoint')).result;
}

async function keep(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, (await latest()).note);
  return path;
}

/** Puts what a receipt names by its hash into a folder, and what was published of its instrument. */
async function putDocuments(receipt: Receipt, to: string): Promise<void> {
  if (!('instrument' in receipt)) return;
  for (const [name, hash] of Object.entries(receipt.documents ?? {})) {
    await writeFile(join(to, `${name}.json`), (await get(`/trust/document/${hash}`)) ?? '');
  }
  const code = encodeURIComponent(receipt.instrument.code);
  await writeFile(join(to, 'published.json'), (await get(`/trust/published?code=${code}`)) ?? '');
}

const check = (command: string, words: readonly string[]) =>
  checkLog({ command, words, origin: 'here', get });

/** Buys and sells; answers the number of the receipt. */
async function trade(): Promise<string> {
  const { token } = await product.register();
  const body = { code: 'BTC/USDT', direction: 'buy', orderType: 'market', lots: '0.01' } as const;
  const opened = await product.call('contracts.open', {
    token,
    body: { ...body, leverage: 2, requestId: randomUUID() },
  });
  const closed = await product.call('contracts.close', {
    token,
    params: { id: opened.result.id },
    body: { requestId: randomUUID() },
  });
  return closed.result.order.receiptNo ?? '';
}

/** The database as its owner has it: a person who has the machine. */
async function asOwner(work: (machine: Database) => Promise<void>): Promise<void> {
  const { host, port, owner } = inject('postgres');
  const machine = openDatabase({ host, port, database: product.connection.database, ...owner });
  await work(machine);
  await machine.end();
}

/** Changes one tick and every link behind it, so that the chain and its roots hold again. */
async function rewriteTape(machine: Database, day: UtcDay, seq: number): Promise<void> {
  await machine.query(
    'update market.tick set source_count = source_count + 1 where day = $1 and seq = $2',
    [day, seq],
  );
  let before = GENESIS;
  for (const { hash: _, ...tick } of await listDay(machine, { day, after: 0, limit: 1_000 })) {
    before = chainHash(before, tick);
    await machine.query('update market.tick set hash = $3 where day = $1 and seq = $2', [
      day,
      tick.seq,
      before,
    ]);
  }
}

const FINAL = {
  'market.tree_day': 'tree_day_final',
  'market.tree_node': 'tree_node_final',
  'market.checkpoint': 'checkpoint_final',
  'receipts.receipt': 'receipt_final',
} as const;

/** Takes all away that was made of the tape: the product makes it anew at its next start. */
async function forgetTree(machine: Database): Promise<void> {
  for (const [table, trigger] of Object.entries(FINAL)) {
    await machine.query(`alter table ${table} disable trigger ${trigger}`);
    await machine.query(`delete from ${table}`);
    await machine.query(`alter table ${table} enable trigger ${trigger}`);
  }
  await machine.query('delete from market.tree_place');
}

describe('a checkpoint', () => {
  test('is signed each minute: how many ticks, the root over them, the time', async () => {
    expect((await product.call('market.checkpoint')).status).toBe(404);
    await minute(60_000);
    const first = await latest();
    expect(first.at).toBe(product.clock.now());
    await minute(60_010);
    const second = await latest();
    expect(second).toMatchObject({ number: first.number + 1, at: first.at + MINUTE_MS });
    expect(second.size).toBeGreaterThan(first.size);
    await product.app.checkpoints.turn();
    expect(await latest()).toEqual(second);

    const { result: keys } = await product.call('market.keys');
    expect(keys).toMatchObject({ schema: 'candor.keys/1', anchors: [] });
    const read = readCheckpoint(second.note);
    expect(read).toMatchObject({ origin: keys.origin, size: second.size, at: second.at });
    expect(read.root.toString('base64')).toBe(second.root);
    expect(signerOf(read.note, [readKey(keys.keys[0]?.verifier ?? '')])).not.toBeNull();
    const forged = { ...read.note, text: read.note.text.replace(/^time .*$/m, 'time 1') };
    expect(() => signerOf(forged, [readKey(keys.keys[0]?.verifier ?? '')])).toThrow(/not over/);

    const ofSize = (size: number) => product.call('market.checkpointOfSize', { params: { size } });
    expect((await ofSize(first.size)).result).toEqual(first);
    expect((await ofSize(9_999_999)).status).toBe(404);
  });

  test('that was kept proves every tick before it and all that came behind it', async () => {
    await minute(60_000);
    await minute(60_010);
    const old = await keep('old.txt');
    await minute(60_020);
    await minute(60_030);
    const now = await keep('now.txt');
    expect((await check('checkpoint', [old, folder])).differences()).toEqual([]);
    expect((await check('consistency', [old, now, folder])).differences()).toEqual([]);
    const { size } = readCheckpoint(await readFile(old, 'utf8'));
    const day = (await product.call('market.tapeRoots')).result.tape[0]?.day ?? '';
    for (let seq = 1; seq <= size; seq += 1) {
      const report = await check('inclusion', [`${day}/${seq}`, old, folder]);
      expect(report.differences()).toEqual([]);
    }
    const beyond = await check('inclusion', [`${day}/${size + 1}`, old, folder]);
    expect(beyond.differences().map(({ what }) => what)).toEqual([
      `tick ${day}/${size + 1}: in what held-1.txt signed`,
    ]);
  });

  test('goes on over a start, from where the tree and the signatures were', async () => {
    await minute(60_000);
    const old = await keep('old.txt');
    const before = await latest();
    await product.restart();
    expect(await latest()).toEqual(before);
    await minute(60_010);
    expect((await latest()).number).toBe(before.number + 1);
    expect((await check('checkpoint', [old, folder])).differences()).toEqual([]);
  });

  test('is not asked for in odd ways', async () => {
    await minute(60_000);
    const { size } = await latest();
    const proof = (from: number, to: number) =>
      product.call('market.consistency', { query: { from, to } });
    expect((await proof(1, size)).status).toBe(200);
    expect((await proof(size, 1)).status).toBe(404);
    expect((await proof(1, size + 1)).status).toBe(404);
    expect((await proof(0, size)).status).toBe(400);
    const tick = (id: string) => product.call('market.inclusion', { query: { tick: id } });
    expect((await tick('yesterday/1')).status).toBe(400);
    expect((await tick('2031-01-01/1')).status).toBe(404);
    expect((await tick('2024-01-01/999999')).status).toBe(404);
    expect((await tick('2024-13-77/1')).status).toBe(404);
  });
});

test('commands and receipts are answered with the newest checkpoint, beside bytes that stay', async () => {
  await minute(60_000);
  const { token } = await product.register();
  await product.price('BTC/USDT', '60000', '60002');
  const body = { code: 'BTC/USDT', direction: 'buy', orderType: 'market', lots: '0.01' } as const;
  const asked = { token, body: { ...body, leverage: 2, requestId: randomUUID() } };
  const noteIn = (answer: { headers: Record<string, unknown> }) =>
    Buffer.from(String(answer.headers['checkpoint']), 'base64').toString();
  const first = await product.call('contracts.open', asked);
  expect(noteIn(first)).toBe((await latest()).note);
  await minute(60_010);
  const again = await product.call('contracts.open', asked);
  expect(again.text).toBe(first.text);
  expect(noteIn(again)).toBe((await latest()).note);
  expect(noteIn(again)).not.toBe(noteIn(first));
  expect(again.text).not.toContain('candor-tape');
  await product.price('BTC/USDT', '60010', '60012');
  const number = await trade();
  expect(noteIn(await product.call('receipts.get', { params: { number } }))).toContain('time ');
  const listed = await product.call('market.list');
  expect(listed.headers['checkpoint']).toBeUndefined();
});

describe('whoever rewrites the tape', () => {
  test('with one tick, one receipt and all roots, and signs it anew, is found by one kept checkpoint', async () => {
    await minute(60_000);
    await product.price('BTC/USDT', '60100', '60102');
    const number = await trade();
    const first = (await product.call('receipts.get', { params: { number } })).result;
    await minute(60_200);
    const old = await keep('old.txt');
    const keptReceipt = join(folder, 'kept-receipt.json');
    await writeFile(keptReceipt, JSON.stringify(first));
    await minute(60_210);
    const intact = await check('checkpoint', [old, folder]);
    expect(intact.differences()).toEqual([]);

    const cited = tickIdsOf(first)[0] ?? '';
    const [day = '', seq = ''] = cited.split('/');
    await asOwner(async (machine) => {
      await rewriteTape(machine, day as UtcDay, Number.parseInt(seq, 10));
      await forgetTree(machine);
    });
    await product.restart();
    await minute(60_220);

    // All that the installation says now holds by itself, its signatures included …
    const rewritten = (await product.call('receipts.get', { params: { number } })).result;
    expect(rewritten.hash).not.toBe(first.hash);
    const other = await mkdtemp(join(tmpdir(), 'candor-new-'));
    const report = async (held: readonly string[]) => {
      await fetchEvidence({ get, folder: other, held, ticks: tickIdsOf(rewritten) });
      const files = {
        'tape.txt': await get(`/trust/tape/${day}`),
        'fees.json': await get('/index/fees'),
        'roots.json': await get('/trust/roots'),
      };
      for (const [name, text] of Object.entries(files))
        await writeFile(join(other, name), text ?? '');
      await putDocuments(rewritten, other);
      return checkReceipt(rewritten, readFolder(other), checkEvidence);
    };
    expect((await report([])).differences()).toEqual([]);
    // … and with the one checkpoint nothing does.
    const held = await readFile(old, 'utf8');
    const found = (await report([held])).differences().map(({ what }) => what);
    expect(found).toContain(`tick ${cited}: in what was signed by held-1.txt`);
    expect(found).toContain('checkpoint latest.txt: begins with all of held-1.txt');
    const kept = await check('checkpoint', [old, folder]);
    expect(kept.differences()).toMatchObject([
      { detail: 'the tape was written anew between them' },
    ]);
    const gone = await check('inclusion', [cited, old, folder]);
    expect(gone.differences().length).toBeGreaterThan(0);
    await rm(other, { recursive: true, force: true });
  });

  test('but leaves what was signed makes the product itself stop signing', async () => {
    await minute(60_000);
    await minute(60_010);
    const before = await latest();
    const day = (await product.call('market.tapeRoots')).result.tape[0]?.day ?? '';
    await asOwner((machine) => rewriteTape(machine, day as UtcDay, 1));
    await product.restart();
    expect(product.app.checkpoints.failingSince()).not.toBeNull();
    await minute(60_020);
    expect(await latest()).toEqual(before);
  });
});

test('a receipt is signed, and a signature over another one is none', async () => {
  await product.price('BTC/USDT', '60000', '60002');
  const number = await trade();
  const { result: receipt } = await product.call('receipts.get', { params: { number } });
  await minute(60_010);
  await fetchEvidence({ get, folder, ticks: tickIdsOf(receipt) });
  const files = readFolder(folder);
  const wrong = (said: object): string[] =>
    checkReceipt(said, files, checkEvidence)
      .differences()
      .map(({ what }) => what);
  const day = receipt.kind === 'contract' ? (receipt.open.tick.id.split('/')[0] ?? '') : '';
  await writeFile(join(folder, 'tape.txt'), (await get(`/trust/tape/${day}`)) ?? '');
  await writeFile(join(folder, 'fees.json'), (await get('/index/fees')) ?? '');
  await writeFile(join(folder, 'roots.json'), (await get('/trust/roots')) ?? '');
  await putDocuments(receipt, folder);
  Object.assign(files, readFolder(folder));
  expect(wrong(receipt)).toEqual([]);
  expect(wrong({ ...receipt, signed: null })).toEqual(['signature of the receipt']);
  const forged = (receipt.signed ?? '').replace(receipt.hash, receipt.hash.replace(/^./, 'g'));
  expect(wrong({ ...receipt, signed: forged })).toEqual(['signature']);
  await product.price('BTC/USDT', '60020', '60022');
  const second = await product.call('receipts.get', { params: { number: await trade() } });
  expect(wrong({ ...receipt, signed: second.result.signed })).toEqual(['signed text']);
  const other = (receipt.signed ?? '').replace(/.{4}=*\n$/, 'AAA=\n');
  expect(wrong({ ...receipt, signed: other })).toEqual(['signature']);
});
