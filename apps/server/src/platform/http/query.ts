/** Longest address of a request, with its query; read before anything in it is. @units characters */
export const URL_BYTES_MAX = 4 * 1024;
/** Different names one query may have; no call knows half as many. */
const NAMES_MAX = 50;
/** Values of all names together: a list of codes has 500. */
const VALUES_MAX = 500;

type Query = Record<string, string | string[]>;

/** Stands for a query that was not read because it is too much; the code that finds it refuses. */
export const QUERY_TOO_MUCH: Readonly<Query> = Object.freeze({});

/** Whether a text has more parts between "&" than there may be values; it looks no further. */
function hasTooMany(text: string): boolean {
  let parts = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    parts += 1;
    if (parts > VALUES_MAX) return true;
  }
  return false;
}

/**
 * Reads a query in one pass: repeated keys become arrays, a key that names a prototype is refused by
 * its shape later. The router asks before any hook runs, so size and count are looked at here.
 */
export function parseQuery(text: string): Query {
  if (text.length > URL_BYTES_MAX || hasTooMany(text)) return QUERY_TOO_MUCH;
  const values = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const known = values.get(key);
    if (Array.isArray(known)) known.push(value);
    else values.set(key, known === undefined ? value : [known, value]);
    if (values.size > NAMES_MAX) return QUERY_TOO_MUCH;
  }
  return Object.fromEntries(values);
}
