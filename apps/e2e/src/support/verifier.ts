import { BASE_PATH } from '@candor/protocol/light';
import { checkReceipt } from '../../../../scripts/verify/check.mjs';
import { gather, readAny } from '../../../../scripts/verify/files.mjs';
import type { Product } from './product.ts';

/** A receipt as its call answers it. */
type Read = { readonly number: string; readonly cover?: string | null };

async function textOf(product: Product, path: string): Promise<string> {
  const response = await fetch(new URL(`${BASE_PATH}${path}`, product.url));
  return response.text();
}

const receiptPath = (number: string): string => `/order/receipt/${number}`;

/**
 * What the verifier, which shares no code with the product, finds wrong with these receipts and
 * with those of the losses they name; from the whole tape, as anybody gets it.
 */
export async function differencesIn(
  product: Product,
  numbers: readonly string[],
): Promise<{ readonly checked: number; readonly differences: readonly string[] }> {
  const own = await Promise.all(numbers.map((number) => textOf(product, receiptPath(number))));
  const covers = own.flatMap((text) => (JSON.parse(text) as { result: Read }).result.cover ?? []);
  const more = await Promise.all(covers.map((number) => textOf(product, receiptPath(number))));
  const { result } = await product.call('market.tapeRoots');
  const tapes = await Promise.all(
    result.tape.map(({ day }) => textOf(product, `/trust/tape/${day}`)),
  );
  const texts = [...own, ...more, ...tapes, await textOf(product, '/index/fees')];
  const files = gather(texts.map((text, index) => readAny(String(index), text)));
  const { receipts } = files as { receipts: readonly Read[] };
  return {
    checked: receipts.length,
    differences: receipts.flatMap((receipt) =>
      checkReceipt(receipt, files)
        .differences()
        .map(({ what, detail }) => `${receipt.number} ${what}: ${detail}`),
    ),
  };
}
