import { DAY_MS, type Result, type UtcDay, fail, ok, startOfDay } from '@candor/kernel';
import {
  type AddressProofKind,
  COUNTRY_CODES,
  type DocumentType,
  type Failure,
  IDENTITY_LIMITS,
  type IdentificationBody,
} from '@candor/protocol';

/** Who a user says to be, in the one form it is kept and compared in. */
export type Details = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthdate: string;
  readonly sex: 'male' | 'female' | 'x';
  readonly country: string;
  readonly address: string;
  readonly phone: string;
  readonly documentType: DocumentType;
  readonly documentNumber?: string;
  /** Lines divided by a line feed. */
  readonly mrz?: string;
  /** First and last name as typed in place of a signature. */
  readonly signatureName?: string;
};

/** Why what a user says is not taken. */
export type Refusal = Failure<'incomplete' | 'detail-refused' | 'not-signed'>;
type Problem =
  | 'letters'
  | 'length'
  | 'day'
  | 'age'
  | 'old'
  | 'country'
  | 'phone'
  | 'number'
  | 'lines';

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PHONE = /^\+[1-9]\d{6,14}$/;
const NUMBER = /^[A-Z0-9]+$/;
/** Lines of identity cards, of older ones, and of passports. @source ICAO 9303 */
const MRZ_SHAPES = [
  /^(?:[A-Z0-9<]{30}\n){2}[A-Z0-9<]{30}$/,
  /^[A-Z0-9<]{36}\n[A-Z0-9<]{36}$/,
  /^[A-Z0-9<]{44}\n[A-Z0-9<]{44}$/,
];

const refused = (
  field: string,
  problem: Problem,
  more: Readonly<Record<string, string>> = {},
): Result<never, Refusal> =>
  fail({ name: 'detail-refused', field, facts: { problem, ...more } } as const);
/** A field or document that is not there. */
export const missing = (field: string): Result<never, Refusal> =>
  fail({ name: 'incomplete', field });

/** Blanks as one, none at the ends, and each letter in one form. */
export const tidied = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/** Characters as a reader counts them. */
const lengthOf = (text: string): number => Array.from(text).length;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a day that exists. */
function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map((part) => Number.parseInt(part, 10));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = (MONTH_DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
  return day >= 1 && day <= last;
}

/** The day so many years after another, as text that is compared with days. */
const yearsAfter = (day: string, years: number): string =>
  `${String(Number.parseInt(day.slice(0, 4), 10) + years).padStart(4, '0')}${day.slice(4)}`;

function checkName(field: string, said: string): Result<string, Refusal> {
  const text = tidied(said);
  if (lengthOf(text) > IDENTITY_LIMITS.nameMax) {
    return refused(field, 'length', { max: String(IDENTITY_LIMITS.nameMax) });
  }
  return NAME.test(text) ? ok(text) : refused(field, 'letters');
}

function checkBirthdate(said: string, today: UtcDay): Result<string, Refusal> {
  if (!isDay(said) || yearsAfter(said, IDENTITY_LIMITS.ageMax) < today)
    return refused('birthdate', 'day');
  if (yearsAfter(said, IDENTITY_LIMITS.ageMin) > today) {
    return refused('birthdate', 'age', { min: String(IDENTITY_LIMITS.ageMin) });
  }
  return ok(said);
}

function checkAddress(said: string): Result<string, Refusal> {
  const text = tidied(said);
  const { min, max } = IDENTITY_LIMITS.address;
  const length = lengthOf(text);
  if (length < min || length > max) {
    return refused('address', 'length', { min: String(min), max: String(max) });
  }
  return /\p{Cc}/u.test(text) ? refused('address', 'letters') : ok(text);
}

function checkPhone(said: string): Result<string, Refusal> {
  const text = said.replaceAll(/[\s().-]/g, '');
  return PHONE.test(text) ? ok(text) : refused('phone', 'phone');
}

/** A document's number in the one form it is compared in. */
export function foldNumber(said: string): string {
  return said
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '');
}

/** The lines a machine reads, one below the other; null for what are none. @source ICAO 9303 */
export function foldLines(said: string): string | null {
  const lines = said.toUpperCase().trim().split(/\s+/).join('\n');
  return MRZ_SHAPES.some((shape) => shape.test(lines)) ? lines : null;
}

/** A number as it is kept. @failure detail-refused — too short, too long, or other characters */
export function checkNumber(said: string): Result<string, Refusal> {
  const text = foldNumber(said);
  const { min, max } = IDENTITY_LIMITS.documentNumber;
  const isOne = NUMBER.test(text) && text.length >= min && text.length <= max;
  return isOne ? ok(text) : refused('documentNumber', 'number');
}

/** Blank is as good as missing. */
export const isSaid = (said: string | undefined): said is string =>
  said !== undefined && said.trim() !== '';

/** What is always asked. */
export const FIELDS = [
  'firstName',
  'lastName',
  'birthdate',
  'sex',
  'country',
  'address',
  'phone',
  'documentType',
] as const;

/**
 * Who a user says to be, checked field by field.
 *
 * @failure incomplete — a field is missing; the first of them
 * @failure detail-refused — one cannot be right; which, and why
 */
export function checkDetails(
  said: IdentificationBody,
  today: UtcDay,
): Result<Omit<Details, 'signatureName'>, Refusal> {
  for (const field of FIELDS) if (!isSaid(said[field])) return missing(field);
  const { sex, documentType } = said;
  if (sex === undefined) return missing('sex');
  if (documentType === undefined) return missing('documentType');
  const country = said.country ?? '';
  const lines = isSaid(said.mrz) ? foldLines(said.mrz) : undefined;
  const checked = {
    firstName: checkName('firstName', said.firstName ?? ''),
    lastName: checkName('lastName', said.lastName ?? ''),
    birthdate: checkBirthdate(said.birthdate ?? '', today),
    country: COUNTRY_CODES.includes(country) ? ok(country) : refused('country', 'country'),
    address: checkAddress(said.address ?? ''),
    phone: checkPhone(said.phone ?? ''),
    documentNumber: isSaid(said.documentNumber) ? checkNumber(said.documentNumber) : ok(''),
    mrz: lines === null ? refused('mrz', 'lines') : ok(lines ?? ''),
  };
  const wrong = Object.values(checked).find((one) => !one.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  const right = (one: Result<string, Refusal>): string => (one.ok ? one.value : '');
  const number = right(checked.documentNumber);
  const mrz = right(checked.mrz);
  return ok({
    firstName: right(checked.firstName),
    lastName: right(checked.lastName),
    birthdate: right(checked.birthdate),
    sex,
    country: right(checked.country),
    address: right(checked.address),
    phone: right(checked.phone),
    documentType,
    ...(number === '' ? {} : { documentNumber: number }),
    ...(mrz === '' ? {} : { mrz }),
  });
}

/** A proof of address as it is sent in. */
export type AddressTerms = {
  readonly addressId: string;
  readonly proof: AddressProofKind;
  readonly issuedOn: string;
};

/**
 * A proof of address, checked.
 *
 * @failure incomplete — a field is missing
 * @failure detail-refused — a day that does not exist, is not there yet, or more than three months ago
 */
export function checkAddressProof(
  said: Readonly<Partial<Record<keyof AddressTerms, string>>> & {
    readonly proof?: AddressProofKind | undefined;
  },
  today: UtcDay,
): Result<AddressTerms, Refusal> {
  const { addressId, proof, issuedOn } = said;
  if (addressId === undefined) return missing('addressId');
  if (proof === undefined) return missing('proof');
  if (!isSaid(issuedOn)) return missing('issuedOn');
  // Where the user lives it may be tomorrow already.
  const isThere = isDay(issuedOn) && startOfDay(issuedOn as UtcDay) <= startOfDay(today) + DAY_MS;
  if (!isThere) return refused('issuedOn', 'day');
  const isOld =
    startOfDay(issuedOn as UtcDay) < startOfDay(today) - IDENTITY_LIMITS.proofDays * DAY_MS;
  if (isOld) return refused('issuedOn', 'old', { days: String(IDENTITY_LIMITS.proofDays) });
  return ok({ addressId, proof, issuedOn });
}
