/** Finds out what each file is: the tape, documents, roots, other receipts; and puts them together. */
import { ordersIn } from './kept.mjs';
import { isTape, readTape } from './tape.mjs';

/** What a JSON file holds, without the envelope calls answer in; a receipt of a plan has a result of its own. */
export function readJson(text) {
  const value = JSON.parse(text);
  const isEnvelope =
    typeof value === 'object' && value !== null && 'result' in value && !('schema' in value);
  return isEnvelope ? value.result : value;
}

const BY_SCHEMA = {
  'candor-fees/1': (value) => ({ schedule: value }),
  'candor.receipt/1': (value) => ({ receipt: value }),
  'candor.receipt/2': (value) => ({ receipt: value }),
  'candor-specification/1': (value) => ({ document: value }),
  'candor-fee-schedule/1': (value) => ({ document: value }),
  'candor-published/1': (value) => ({ published: value }),
};

/** Reads one file of any kind; null when it is of none. */
export function readAny(name, text) {
  if (isTape(text)) return { tape: readTape(text, name) };
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    const value = readJson(text);
    if (Object.hasOwn(BY_SCHEMA, value?.schema)) return BY_SCHEMA[value.schema](value);
    if (Array.isArray(value?.tape)) return { roots: value.tape };
    const orders = ordersIn(value);
    if (orders.length > 0) return { orders };
  } catch {
    // Not JSON: some other file of the reader's.
  }
  return null;
}

/** Puts files that were read together. Of each kind there may be several: all of them are compared. */
export function collect(read) {
  const found = read.filter((each) => each !== null);
  return {
    tapes: found.flatMap(({ tape }) => tape ?? []),
    documents: found.flatMap(({ document }) => document ?? []),
    published: found.flatMap(({ published }) => published ?? []),
    schedule: found.find(({ schedule }) => schedule !== undefined)?.schedule ?? null,
    roots: found.flatMap(({ roots }) => (roots === undefined ? [] : [roots])),
    receipts: found.flatMap(({ receipt }) => receipt ?? []),
    orders: found.flatMap(({ orders }) => orders ?? []),
  };
}
