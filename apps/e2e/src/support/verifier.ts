import { BASE_PATH } from '@candor/protocol/light';
import { checkReceipt } from '../../../../scripts/verify/check.mjs';
import { checkEvidence } from '../../../../scripts/verify/evidence.mjs';
import { collect, readAny, readJson } from '../../../../scripts/verify/files.mjs';
import type { Product } from './product.ts';

/** A receipt as its call answers it. */
type Read = {
  readonly number: string;
  readonly cover?: string | null;
  readonly earlier?: readonly { readonly number: string }[];
  readonly documents?: Readonly<Record<string, string>>;
  readonly instrument?: { readonly code: string };
  /** Coins that were pledged, of a sale of them. */
  readonly held?: readonly {
    readonly priced: {
      readonly specification: string;
      readonly instrument: { readonly code: string };
    } | null;
  }[];
};

async function textOf(product: Product, path: string): Promise<string> {
  const response = await fetch(new URL(`${BASE_PATH}${path}`, product.url));
  return response.text();
}

const receiptPath = (number: string): string => `/order/receipt/${number}`;

/**
 * What the verifier, which shares no code with the product, finds wrong with these receipts and
 * with those of the losses they name; from the whole tape, as any caller gets it.
 */
export async function differencesIn(
  product: Product,
  numbers: readonly string[],
): Promise<{ readonly checked: number; readonly differences: readonly string[] }> {
  const own = await Promise.all(numbers.map((number) => textOf(product, receiptPath(number))));
  const read = own.map((text) => readJson(text) as Read);
  const named = read.flatMap(({ cover, earlier }) => [
    ...(cover == null ? [] : [cover]),
    ...(earlier ?? []).map(({ number }) => number),
  ]);
  const others = [...new Set(named)].filter((number) => !numbers.includes(number));
  const more = await Promise.all(others.map((number) => textOf(product, receiptPath(number))));
  const priced = read.flatMap(({ held = [] }) => held.flatMap((one) => one.priced ?? []));
  const hashes = new Set([
    ...read.flatMap(({ documents }) => Object.values(documents ?? {})),
    ...priced.map(({ specification }) => specification),
  ]);
  const instruments = [
    ...read.flatMap(({ instrument }) => instrument ?? []),
    ...priced.map(({ instrument }) => instrument),
  ];
  const codes = new Set(instruments.map(({ code }) => code));
  const published = await Promise.all([
    ...[...hashes].map((hash) => textOf(product, `/trust/document/${hash}`)),
    ...[...codes].map((code) =>
      textOf(product, `/trust/published?code=${encodeURIComponent(code)}`),
    ),
  ]);
  // The roots first: what is added to the tape meanwhile is not under them.
  const roots = await textOf(product, '/trust/roots');
  const result = readJson(roots) as { tape: readonly { day: string }[] };
  const tapes = await Promise.all(
    result.tape.map(({ day }) => textOf(product, `/trust/tape/${day}`)),
  );
  const fees = await textOf(product, '/index/fees');
  const keys = await textOf(product, '/trust/keys');
  const texts = [...own, ...more, ...published, roots, ...tapes, fees, keys];
  const files = collect(texts.map((text, index) => readAny(String(index), text)));
  const { receipts } = files as { receipts: readonly Read[] };
  return {
    checked: receipts.length,
    differences: receipts.flatMap((receipt) =>
      checkReceipt(receipt, files, checkEvidence)
        .differences()
        .map(({ rule, what, detail }) => `${receipt.number} [${rule}] ${what}: ${detail}`),
    ),
  };
}
