import { BASE_PATH } from '@candor/protocol/light';
import { checkReceipt } from '../../../scripts/verify/check.mjs';
import { gather, readAny } from '../../../scripts/verify/files.mjs';
import type { App } from '../src/app.ts';
import type { Database } from '../src/platform/db.ts';

/** What the verifier found about the receipts of an installation. */
export type Verified = { readonly receipts: number; readonly differences: readonly string[] };

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
  if (numbers.length === 0) return { receipts: 0, differences: [] };
  const get = async (path: string): Promise<string> =>
    (await app.http.inject(`${BASE_PATH}${path}`)).body;
  const roots = await app.market.tapeRoots();
  const texts = [
    ...(await Promise.all(roots.map(({ day }) => get(`/trust/tape/${day}`)))),
    await get('/index/fees'),
    await get('/trust/roots'),
    await get('/trust/keys'),
    ...(await Promise.all(numbers.map((number) => get(`/order/receipt/${number}`)))),
  ];
  const read = texts.map((text, index) => readAny(String(index), text));
  const files = gather(read);
  const { receipts } = files as { receipts: readonly { number: string }[] };
  const missing = numbers.filter((number) => !receipts.some((one) => one.number === number));
  return {
    receipts: receipts.length,
    differences: [
      ...missing.map((number) => `${number} is not served`),
      ...receipts.flatMap((receipt) =>
        checkReceipt(receipt, files)
          .differences()
          .map(({ what, detail }) => `${receipt.number} ${what}: ${detail}`),
      ),
    ],
  };
}
