import { PASSWORD_LENGTH_MIN } from '@candor/protocol';
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** Rows of keyboards and the alphabet; a piece of one, either way, is no secret. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopqwertyuiop',
  'asdfghjklasdfghjkl',
  'zxcvbnmzxcvbnm',
];

const SUBSTITUTES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const reversed = (text: string): string => [...text].reverse().join('');

/** Letters for the signs that stand for them: "p@ssw0rd" is "password". */
export function plainLetters(text: string): string {
  return [...text].map((sign) => SUBSTITUTES[sign] ?? sign).join('');
}

/** One short piece over and over: "abcabcabcabc", "aaaaaaaaaa". */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2 && length <= 5; length += 1) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true;
  }
  return false;
}

/** A common word, or the user's own name, with at most six digits or signs around it. */
function isDecorated(text: string, names: readonly string[]): boolean {
  const edges = /^([^\p{L}]{0,6})(.*?)([^\p{L}]{0,6})$/su.exec(text);
  const core = edges?.[2] ?? text;
  const around = (edges?.[1]?.length ?? 0) + (edges?.[3]?.length ?? 0);
  const isKnown = (word: string): boolean => COMMON_WORDS.has(word) || names.includes(word);
  return around <= 6 && [core, plainLetters(core), reversed(core)].some(isKnown);
}

/**
 * Whether a password would be among the first tried: too short, leaked by many, a keyboard row,
 * one piece repeated, or the user's own name.
 *
 * @source PRODUCT part 2: ten characters and not in a list of common ones
 */
export function isWeakPassword(password: string, username: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (!password.isWellFormed() || [...text].length < PASSWORD_LENGTH_MIN) return true;
  const words = text.replace(/\s+/g, '');
  const names = [username, reversed(username), username.repeat(2)];
  return (
    [text, words, plainLetters(text)].some((form) => COMMON_PASSWORDS.has(form)) ||
    isRepeated(text) ||
    ROWS.some((row) => row.includes(words) || reversed(row).includes(words)) ||
    (username.length >= 4 && words.includes(username) && words.length - username.length <= 4) ||
    isDecorated(words, names)
  );
}
