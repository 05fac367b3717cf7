import type { MarketItem } from '@candor/protocol/light';

/** Shortest word in which one slip of the finger is forgiven. */
const TOLERANT_FROM = 4;
/** The rank of a market that is found only by forgiving a slip. */
const RESEMBLES = 6;

/** Letters and digits alone: "BTC/USDT", "btc-usdt" and "btcusdt" are one. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function wordsOf(text: string): string[] {
  return text.split(/[\s/,.()-]+/).map(plain);
}

/**
 * Whether two words differ by at most one letter: one too many, one missing, one wrong, or two
 * neighbours exchanged.
 */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (a.length > b.length) return restA.slice(1) === restB;
  if (a.length < b.length) return restA === restB.slice(1);
  const isExchanged =
    restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return restA.slice(1) === restB.slice(1) || (restA.length > 1 && isExchanged);
}

/** The beginning of a word with at most one slip in it. */
function beginsAlmost(word: string, wanted: string): boolean {
  if (wanted.length < TOLERANT_FROM) return false;
  return [-1, 0, 1].some((more) => isOneSlip(word.slice(0, wanted.length + more), wanted));
}

/** How well a market answers a search: 0 best, null not at all. */
function rankOf(item: Pick<MarketItem, 'code' | 'appName'>, wanted: string): number | null {
  const code = plain(item.code);
  const parts = wordsOf(item.code);
  const names = wordsOf(item.appName);
  if (code === wanted || parts[0] === wanted) return 0;
  if (code.startsWith(wanted)) return 1;
  if (parts.includes(wanted) || names.includes(wanted)) return 2;
  if (names.some((name) => name.startsWith(wanted))) return 3;
  if (parts.some((part) => part.startsWith(wanted))) return 4;
  if (code.includes(wanted) || plain(item.appName).includes(wanted)) return 5;
  return [code, ...parts, ...names].some((word) => beginsAlmost(word, wanted)) ? RESEMBLES : null;
}

/** Markets that answer a search by code or name, the best first; one slip is forgiven. */
export function searchMarkets(items: readonly MarketItem[], text: string): MarketItem[] {
  const wanted = plain(text);
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, wanted);
    return rank === null ? [] : [{ item, rank }];
  });
  // What was meant is not hidden among what was only resembled.
  const isSure = ranked.some(({ rank }) => rank < RESEMBLES);
  return ranked
    .filter(({ rank }) => !isSure || rank < RESEMBLES)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
