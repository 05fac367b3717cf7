import { BASE_PATH } from '@candor/protocol/light';
import { checkReceipt } from '../../../scripts/verify/check.mjs';
import { checkEvidence } from '../../../scripts/verify/evidence.mjs';
import { collect, readAny, readJson } from '../../../scripts/verify/files.mjs';
import type { App } from '../src/app.ts';
import type { Database } from '../src/platform/postgres/db.ts';

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
  readonly legs?: readonly Priced[];
  readonly held?: readonly { readonly priced: Priced | null }[];
  readonly plan?: { readonly codes: readonly string[] };
  readonly trade?: Priced;
  readonly fills?: readonly Priced[];
  readonly marks?: readonly Priced[];
  readonly moved?: readonly Priced[];
  readonly joined?: { readonly moved: readonly Priced[] } | null;
  /** The day of its fund. */
  readonly fund?: string | object;
};
type Priced = {
  readonly specification: string;
  readonly instrument: { readonly code: string };
};

/** What a receipt was priced by besides one instrument. */
const pricedBy = (cited: Cited): readonly Priced[] => [
  ...(cited.legs ?? []),
  ...(cited.held ?? []).flatMap(({ priced }) => priced ?? []),
  ...(cited.trade === undefined ? [] : [cited.trade]),
  ...[cited.fills, cited.marks, cited.moved, cited.joined?.moved].flatMap((each) => each ?? []),
];

/** Receipts asked for at once. */
const AT_ONCE = 100;

/** Receipts of one kind that are recomputed: of more, as many at even distances. */
const RECOMPUTED_MAX = 5_000;

/** All of a list that is short enough, else as many of it as may be, at even distances. */
function spread<Item>(items: readonly Item[]): Item[] {
  const step = Math.ceil(items.length / RECOMPUTED_MAX);
  return items.filter((_, index) => index % step === 0);
}

/** Does something with each, a part at a time: more callers than may wait are sent away. */
async function inParts<Item, Found>(
  items: readonly Item[],
  one: (item: Item) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    found.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(one))));
  }
  return found;
}

/** Numbers of the receipts an installation owes, written already or not. */
async function numbersOf(app: App, db: Database): Promise<string[]> {
  const closings = spread(
    await db.query<{ number: string }>(
      'select platform.plain_hex(receipt_no) as number from contracts.closing order by at, place',
    ),
  );
  await inParts(closings, ({ number }) => app.receipts.get(number));
  const written = spread(
    await db.query<{ number: string }>(
      'select platform.plain_hex(number) as number from receipts.receipt order by number',
    ),
  );
  return [...new Set([...closings, ...written].map(({ number }) => number))];
}

/** Whether everything a receipt cites is of a day or later. */
const isSince =
  (oldest: string) =>
  (receipt: object): boolean =>
    [...JSON.stringify(receipt).matchAll(/"(?:id|day)":"(\d{4}-\d\d-\d\d)/g)].every(
      ([, day = '']) => day >= oldest,
    );

/**
 * Recomputes receipts with the verifier, which shares no code with the product, from the tape and
 * the fee schedule as they are published: all of up to 5,000 closings, more at even distances.
 */
export async function verifyReceipts(app: App, db: Database): Promise<Verified> {
  const numbers = await numbersOf(app, db);
  if (numbers.length === 0) return { receipts: 0, differences: [], said: [] };
  const get = async (path: string): Promise<string> =>
    (await app.http.inject(`${BASE_PATH}${path}`)).body;
  const ask = (number: string): Promise<string> => get(`/order/receipt/${number}`);
  const asked = await inParts(numbers, ask);
  // Of many a part is asked for, and a day of an order rests on that of its fund.
  const named = asked.flatMap((text) => {
    const { fund } = readJson(text) as Cited;
    return typeof fund === 'string' && !numbers.includes(fund) ? [fund] : [];
  });
  const receipts = [...asked, ...(await inParts([...new Set(named)], ask))];
  const cited = receipts.map((text) => readJson(text) as Cited);
  const hashes = cited.flatMap((one) => [
    ...Object.values(one.documents ?? {}),
    ...pricedBy(one).map(({ specification }) => specification),
  ]);
  const codes = cited.flatMap((one) =>
    [one.instrument, ...pricedBy(one).map(({ instrument }) => instrument)]
      .flatMap((instrument) => instrument?.code ?? [])
      .concat(one.plan?.codes ?? []),
  );
  // The roots first: what is added to the tape meanwhile is not under them, and not needed.
  const roots = await get('/trust/roots');
  const { tape } = readJson(roots) as { tape: readonly { day: string; ticks: number }[] };
  const texts = [
    // By its places: of whole days few are handed out in a minute.
    ...(await inParts(tape, ({ day, ticks }) => get(`/trust/tape/${day}?from=1&to=${ticks}`))),
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
  const files = collect(read);
  const found = (files as { receipts: readonly { number: string }[] }).receipts;
  const served = new Set(found.map(({ number }) => number));
  const missing = numbers.filter((number) => !served.has(number));
  // Roots are listed of the newest days alone; what cites an older one is not shown by them.
  const oldest = tape.map(({ day }) => day).toSorted()[0] ?? '';
  const lines = found.filter(isSince(oldest)).flatMap((receipt) =>
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
