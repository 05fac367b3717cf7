import { BASE_PATH } from '@candor/protocol/light';
import { checkReceipt } from '../../../scripts/verify/check.mjs';
import { checkEvidence } from '../../../scripts/verify/evidence.mjs';
import { gather, readAny, readJson } from '../../../scripts/verify/files.mjs';
import type { App } from '../src/app.ts';
import type { Database } from '../src/platform/db.ts';

/** What the verifier found about the receipts of an installation. */
export type Verified = {
  readonly receipts: number;
  readonly differences: readonly string[];
  /** What it says is the product’s word. */
  readonly said: readonly string[];
};

/** What a receipt names besides ticks. */
type Cited = {
  readonly documents?: Readonly<Record<string, string>>;
  readonly instrument?: { readonly code: string };
};

/** Receipts asked for at once. */
const AT_ONCE = 100;

/** Numbers of every receipt an installation owes, written already or not. */
async function numbersOf(app: App, db: Database): Promise<string[]> {
  const closings = await db.query<{ number: string }>(
    'select platform.plain_hex(receipt_no) as number from contracts.closing order by at, place',
  );
  for (const { number } of closings) await app.receipts.get(number);
  const written = await db.query<{ number: string }>(
    'select platform.plain_hex(number) as number from receipts.receipt',
  );
  return [...new Set([...closings, ...written].map(({ number }) => number))];
}

/**
 * Recomputes every receipt with the verifier, which shares no code with the product, from the tape
 * and the fee schedule as anybody gets them.
 */
export async function verifyReceipts(app: App, db: Database): Promise<Verified> {
  const numbers = await numbersOf(app, db);
  if (numbers.length === 0) return { receipts: 0, differences: [], said: [] };
  const get = async (path: string): Promise<string> =>
    (await app.http.inject(`${BASE_PATH}${path}`)).body;
  const receipts: string[] = [];
  // A part at a time: more callers at once than may wait for the database are sent away.
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const part = numbers.slice(from, from + AT_ONCE);
    receipts.push(...(await Promise.all(part.map((number) => get(`/order/receipt/${number}`)))));
  }
  const cited = receipts.map((text) => readJson(text) as Cited);
  const hashes = cited.flatMap(({ documents }) => Object.values(documents ?? {}));
  const codes = cited.flatMap(({ instrument }) => instrument?.code ?? []);
  // The roots first: what is added to the tape meanwhile is not under them, and not needed.
  const roots = await get('/trust/roots');
  const { tape } = readJson(roots) as { tape: readonly { day: string }[] };
  const texts = [
    ...(await Promise.all(tape.map(({ day }) => get(`/trust/tape/${day}`)))),
    roots,
    await get('/index/fees'),
    await get('/trust/keys'),
    ...(await Promise.all([...new Set(hashes)].map((hash) => get(`/trust/document/${hash}`)))),
    ...(await Promise.all(
      [...new Set(codes)].map((code) => get(`/trust/published?code=${encodeURIComponent(code)}`)),
    )),
    ...receipts,
  ];
  const read = texts.map((text, index) => readAny(String(index), text));
  const files = gather(read);
  const found = (files as { receipts: readonly { number: string }[] }).receipts;
  const missing = numbers.filter((number) => !found.some((one) => one.number === number));
  const lines = found.flatMap((receipt) =>
    checkReceipt(receipt, files, checkEvidence).lines.map((line) => ({
      ...line,
      text: `${receipt.number} [${line.rule}] ${line.what}: ${line.detail}`,
    })),
  );
  const wrong = lines.filter(({ ok }) => !ok).map(({ text }) => text);
  return {
    receipts: found.length,
    differences: [...missing.map((number) => `${number} is not served`), ...wrong],
    said: lines.filter(({ isSaid }) => isSaid).map(({ text }) => text),
  };
}
