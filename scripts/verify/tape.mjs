/** Reads files of the tape and walks their chain. */
import { hexBytes, sha256 } from './sha256.mjs';

const HEADER = 'candor-tape/1';
const PREFIX = Uint8Array.of(2);
/** The link before the first tick there ever was. */
export const GENESIS = '0'.repeat(64);

const hex = /^[0-9a-f]{64}$/;

/** The link of a tick: over the link before it and its own text. */
export const linkAfter = (previous, text) => sha256(PREFIX, hexBytes(previous), text);

/** Whether a text is a file of the tape. */
export const isTape = (text) => text.startsWith(`${HEADER}\t`);

/**
 * Walks a file of the tape link by link. Answers its day, the lines by place, the first fault it
 * finds (null when every link holds), and the last link.
 */
export function readTape(text, name) {
  const lines = text.split('\n');
  const [, day = '', from = '', before = ''] = (lines[0] ?? '').split('\t');
  const found = new Map();
  let previous = before;
  let place = Number.parseInt(from, 10);
  let fault = hex.test(before) && Number.isSafeInteger(place) ? null : 'its first line is odd';
  let index = 1;
  for (; fault === null && index < lines.length; index += 1) {
    const line = lines[index];
    if (line.startsWith('end\t')) break;
    const [said = '', link = ''] = line.split('\t');
    const is = linkAfter(previous, said);
    if (!said.startsWith(`${day}|${place}|`)) fault = `${day}/${place} is missing`;
    else if (is !== link) fault = `${day}/${place} was changed: its link is ${is}`;
    else found.set(place, { text: said, link });
    previous = link;
    place += 1;
  }
  if (fault === null && lines[index] !== `end\t${found.size}\t${previous}`) {
    fault = 'it ends before its end';
  }
  return { name, day, from: Number.parseInt(from, 10), before, found, fault, root: previous };
}

/** The text a tick's link covers: thirteen fields joined by "|", what is absent left empty. */
export function textOfTick(tick) {
  const [day, place] = String(tick.id).split('/');
  return [
    day,
    place,
    tick.feed,
    tick.code,
    tick.bid,
    tick.ask,
    tick.volume ?? '',
    tick.source,
    tick.time,
    tick.receivedAt,
    tick.sources,
    tick.standing,
    tick.frame ?? '',
  ].join('|');
}

/** When the first tick of a file of the tape was received; it says no more than the file does. */
export const receivedAt = (text) =>
  Number.parseInt(
    text
      .split('\n')
      .find((line) => line.includes('|'))
      ?.split('|')[9] ?? '',
    10,
  );
