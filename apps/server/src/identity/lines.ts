import { type UtcDay, fail, ok, type Result } from '@candor/kernel';
import type { LinesCheck } from '@candor/protocol/desk';
import { parse } from 'mrz';
import { type Details, foldNumber } from './details-rules.ts';

/** Letters that documents write as two, and as one in others. @source ICAO 9303 part 3, section 6 */
const TWO_LETTERS: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  ß: 'SS',
  ẞ: 'SS',
  Å: 'AA',
  Æ: 'AE',
  Ø: 'OE',
  Œ: 'OE',
  Þ: 'TH',
  Ð: 'D',
  Ł: 'L',
  Đ: 'D',
};
/** Lines cut a name off where they are full. */
const CUT_FROM = 25;

const asWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim();
const asLines = (text: string): string =>
  asWords(
    Array.from(text.normalize('NFC').toUpperCase(), (one) => TWO_LETTERS[one] ?? one).join(''),
  );

/** Whether a name is the one of a document, however it writes letters that are none of its own. */
function isSameName(said: string, read: string): boolean {
  const forms = [asWords(said), asLines(said)];
  const seen = asWords(read);
  return forms.some((form) => form === seen || (seen.length >= CUT_FROM && form.startsWith(seen)));
}

/** "311020" as a day; documents end in this century. */
const dayOf = (text: string | null | undefined): string | null =>
  text != null && /^\d{6}$/.test(text)
    ? `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
    : null;

const SEX = { male: 'male', female: 'female', nonspecified: 'x' } as const;
const sexOf = (text: string): string => SEX[text as keyof typeof SEX] ?? 'x';

/** What the lines of a document say, and its number; null where it says none. */
export type ReadLines = { readonly check: LinesCheck; readonly number: string | null };

/**
 * Reads the lines a machine reads, and compares them with what a user said.
 *
 * @failure unreadable — lines no document has
 */
export function readLines(
  text: string,
  said: Details | null,
  today: UtcDay,
): Result<ReadLines, 'unreadable'> {
  try {
    const { format, valid, fields, documentNumber } = parse(text.split('\n'));
    const { firstName = '', lastName = '', birthDate = '', sex } = fields;
    const expiresOn = dayOf(fields.expirationDate);
    const number = documentNumber === null ? null : foldNumber(documentNumber);
    const birth = said === null ? '' : said.birthdate.slice(2).replaceAll('-', '');
    const compared =
      said === null
        ? []
        : ([
            [
              'firstName',
              said.firstName,
              firstName ?? '',
              isSameName(said.firstName, firstName ?? ''),
            ],
            ['lastName', said.lastName, lastName ?? '', isSameName(said.lastName, lastName ?? '')],
            ['birthdate', said.birthdate, birthDate ?? '', birth === birthDate],
            ...(sex == null
              ? []
              : [['sex', said.sex, sexOf(sex), said.sex === sexOf(sex)] as const]),
            ...(said.documentNumber === undefined
              ? []
              : ([
                  [
                    'documentNumber',
                    said.documentNumber,
                    number ?? '',
                    said.documentNumber === number,
                  ],
                ] as const)),
          ] as const);
    const check: LinesCheck = {
      isWhole: valid,
      format,
      expiresOn,
      isExpired: expiresOn !== null && expiresOn < today,
      fields: compared.map(([field, saidText, read, agrees]) => ({
        field,
        said: saidText,
        read,
        agrees,
      })),
    };
    return ok({ check, number });
  } catch {
    return fail('unreadable');
  }
}
