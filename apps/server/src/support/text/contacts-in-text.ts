import type { VerifyContactKind } from '@candor/protocol';
import { comparedText } from './compared-text.ts';

/** Something in a text that leads to a person. */
export type Contact = { readonly kind: VerifyContactKind; readonly text: string };

/** Where something was found: from its first sign to behind its last. */
type Span = { readonly from: number; readonly to: number };

/**
 * Addresses of one text that are read. What comes behind them stays in the text, which is then not only
 * addresses.
 */
const READ_MAX = 100;
/** Longest address that is told. @units characters */
const TOLD_MAX = 200;

/** What ends a sentence and no address. */
const TAIL = new Set(".,;:!?)]}'’”»。，、");

// Each pattern takes a run as long as it is and asks for nothing behind it, so no sign is read twice.
const MAIL_RUN = /[^\s@<>()[\]",;:]+/gu;
const LINK_RUN = /[^\s<>"]+/gu;
const HOST_RUN = /[\p{L}\p{N}.-]+/gu;
const PHONE_RUN = /\+?\d[\d\s()./-]*/gu;
const HANDLE = /(?<![\w@./])@[\p{L}\p{N}_][\p{L}\p{N}_.]{1,62}/gu;

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /^\d$/.test(sign);
const isWord = (sign: string | undefined): boolean => sign !== undefined && /^\w$/.test(sign);

/** A text without the signs at its end that `isTail` names. */
function trimmedEnd(text: string, isTail: (sign: string) => boolean): string {
  let to = text.length;
  while (to > 0 && isTail(text[to - 1] ?? '')) to -= 1;
  return text.slice(0, to);
}

/** Mail addresses: a run, "@", and a run with a point inside. */
function* mailsIn(text: string): Generator<Span> {
  let before: Span | null = null;
  for (const match of text.matchAll(MAIL_RUN)) {
    const run = { from: match.index, to: match.index + match[0].length };
    const domain = trimmedEnd(match[0], (sign) => sign === '.');
    const isJoined = before?.to === run.from - 1 && text[run.from - 1] === '@';
    if (before !== null && isJoined && domain.lastIndexOf('.') > 0) {
      yield { from: before.from, to: run.from + domain.length };
      before = null;
    } else before = run;
  }
}

/** Where a link with its scheme begins in a run without spaces; null: nowhere. */
function schemeIn(run: string): number | null {
  for (let at = run.indexOf('://'); at >= 0; at = run.indexOf('://', at + 1)) {
    if (at + 3 === run.length) return null;
    let from: number | null = null;
    for (let n = at - 1; n >= 0 && /^[a-z0-9+.-]$/i.test(run[n] ?? ''); n -= 1) {
      if (/^[a-z]$/i.test(run[n] ?? '') && !isWord(run[n - 1])) from = n;
    }
    if (from !== null) return from;
  }
  return null;
}

const LABEL = /^[\p{L}\p{N}-]+$/u;
const LAST_LABEL = /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;

/** The name of a host at the beginning of a run of its signs; null where there is none. */
function hostIn(run: string): string | null {
  const labels = run.split('.');
  const end = labels.findIndex((label) => !LABEL.test(label) || /^-|-$/.test(label));
  const sound = end < 0 ? labels : labels.slice(0, end);
  // "candor.example-" at the end of a half sentence.
  const broken = end < 0 ? undefined : labels[end];
  if (broken !== undefined && broken.endsWith('-')) {
    const last = trimmedEnd(broken, (sign) => sign === '-');
    if (LABEL.test(last) && !last.startsWith('-')) sound.push(last);
  }
  const last = sound.findLastIndex((label) => LAST_LABEL.test(label));
  return last < 1 ? null : sound.slice(0, last + 1).join('.');
}

/** Links of one run without spaces, with their scheme or by the name of a host alone. */
function* linksIn(run: string, at: number): Generator<Span> {
  const whole = schemeIn(run);
  for (const match of run.matchAll(HOST_RUN)) {
    if (whole !== null && whole <= match.index) break;
    const isCut = /^[@\w]$/.test(run[match.index - 1] ?? '');
    const host = isCut ? null : hostIn(match[0]);
    if (host === null) continue;
    const from = match.index;
    const behind = from + host.length;
    const port = /^:\d{1,5}/.exec(run.slice(behind, behind + 6))?.[0] ?? '';
    const goesOn = /^[/?#]$/.test(run[behind + port.length] ?? '');
    yield { from: at + from, to: at + (goesOn ? run.length : behind + port.length) };
    if (goesOn) return;
  }
  if (whole !== null) yield { from: at + whole, to: at + run.length };
}

function* allLinksIn(text: string): Generator<Span> {
  for (const match of text.matchAll(LINK_RUN)) yield* linksIn(match[0], match.index);
}

const PHONE_SIGNS_MIN = 7;

/** Phones with their country: "+" or "00" before the figures. */
function* phonesIn(text: string): Generator<Span> {
  for (const match of text.matchAll(PHONE_RUN)) {
    const [run] = match;
    const isCut = /^[\w+]$/.test(text[match.index - 1] ?? '');
    const isPlus = run.startsWith('+') && !isCut;
    const zeros = isPlus ? 0 : run.search(/(?<!\d)00\d/);
    const first = zeros === 0 && isCut ? -1 : zeros;
    if (first < 0) continue;
    let to = run.length;
    // "+49 30 1234 5a": the group that goes on as a word is none of its figures.
    if (isWord(text[match.index + to])) while (to > 0 && isDigit(run[to - 1])) to -= 1;
    while (to > 0 && !isDigit(run[to - 1])) to -= 1;
    const length = to - first - (isPlus ? 1 : 2);
    if (length >= PHONE_SIGNS_MIN) yield { from: match.index + first, to: match.index + to };
  }
}

function* handlesIn(text: string): Generator<Span> {
  for (const match of text.matchAll(HANDLE)) {
    yield { from: match.index, to: match.index + match[0].length };
  }
}

const KINDS = [
  ['mail', mailsIn],
  ['link', allLinksIn],
  ['phone', phonesIn],
  ['handle', handlesIn],
] as const satisfies readonly (readonly [VerifyContactKind, (text: string) => Generator<Span>])[];

/** What leads to a person, each once, and what is left of the text without it. */
function readText(text: string): { found: Contact[]; rest: string } {
  const found = new Map<string, Contact>();
  let rest = comparedText(text);
  for (const [kind, spansIn] of KINDS) {
    const kept: string[] = [];
    let done = 0;
    for (const { from, to } of spansIn(rest)) {
      if (found.size >= READ_MAX) break;
      const one = trimmedEnd(rest.slice(from, to), (sign) => TAIL.has(sign)).slice(0, TOLD_MAX);
      found.set(`${kind} ${one}`, { kind, text: one });
      // What is an address is not looked through again for another kind.
      kept.push(rest.slice(done, from));
      done = to;
    }
    rest = [...kept, rest.slice(done)].join(' ');
  }
  return { found: [...found.values()], rest };
}

/** Everything in a text that leads to a person, in the order of its kinds, each once. */
export const contactsIn = (text: string): Contact[] => readText(text).found;

/** Whether a text is nothing but addresses. */
export const isOnlyContacts = (text: string): boolean => !/[\p{L}\p{N}]/u.test(readText(text).rest);
