import { DOCUMENT_TYPES, type DocumentType, IDENTITY_LIMITS, SEXES } from '@candor/protocol/light';
import type { Translate } from '@candor/locales';
import type { CallFailure } from '../../../lib/http.ts';

/** Fields of who a user is, in the order they are asked in. */
export const DETAIL_FIELDS = [
  'firstName',
  'lastName',
  'birthdate',
  'sex',
  'country',
  'address',
  'phone',
  'documentType',
  'documentNumber',
  'mrz',
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

/** What is filled in; empty text where nothing is. */
export type Details = Readonly<Record<DetailField, string>>;

/** Nothing filled in. */
export const NO_DETAILS: Details = Object.fromEntries(
  DETAIL_FIELDS.map((field) => [field, '']),
) as Details;

/** Fields that may stay empty. */
const OPTIONAL: readonly DetailField[] = ['documentNumber', 'mrz'];

/** Why a field cannot be right: as the server names it, so that both are said alike. */
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

/** What is wrong with a field. */
export type Wrong =
  | { readonly why: 'missing' }
  | {
      readonly why: 'wrong';
      readonly problem: string;
      readonly facts: Readonly<Record<string, string>>;
    };

/** What is wrong, field by field. */
export type Wrongs = Partial<Readonly<Record<string, Wrong>>>;

const wrong = (problem: Problem, facts: Readonly<Record<string, string>> = {}): Wrong => ({
  why: 'wrong',
  problem,
  facts,
});

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PHONE = /^\+[1-9]\d{6,14}$/;
const NUMBER = /^[A-Z0-9]+$/;

const lengthOf = (text: string): number => Array.from(text.trim()).length;

function nameProblem(text: string): Wrong | null {
  if (lengthOf(text) > IDENTITY_LIMITS.nameMax)
    return wrong('length', { max: String(IDENTITY_LIMITS.nameMax) });
  return NAME.test(text.trim()) ? null : wrong('letters');
}

const yearsAfter = (day: string, years: number): string =>
  `${String(Number.parseInt(day.slice(0, 4), 10) + years).padStart(4, '0')}${day.slice(4)}`;

function birthdateProblem(text: string, today: string): Wrong | null {
  if (!DAY.test(text) || yearsAfter(text, IDENTITY_LIMITS.ageMax) < today) return wrong('day');
  return yearsAfter(text, IDENTITY_LIMITS.ageMin) > today
    ? wrong('age', { min: String(IDENTITY_LIMITS.ageMin) })
    : null;
}

function addressProblem(text: string): Wrong | null {
  const { min, max } = IDENTITY_LIMITS.address;
  const length = lengthOf(text.replaceAll(/\s+/g, ' '));
  return length < min || length > max
    ? wrong('length', { min: String(min), max: String(max) })
    : null;
}

function numberProblem(text: string): Wrong | null {
  const { min, max } = IDENTITY_LIMITS.documentNumber;
  const plain = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  const isOne = NUMBER.test(plain) && plain.length >= min && plain.length <= max;
  return isOne ? null : wrong('number');
}

function problemOf(field: DetailField, text: string, today: string): Wrong | null {
  if (field === 'firstName' || field === 'lastName') return nameProblem(text);
  if (field === 'birthdate') return birthdateProblem(text, today);
  if (field === 'address') return addressProblem(text);
  if (field === 'phone')
    return PHONE.test(text.replaceAll(/[\s().-]/g, '')) ? null : wrong('phone');
  if (field === 'documentNumber') return numberProblem(text);
  return null;
}

/**
 * What is wrong with what is filled in, before anything is sent: what is missing, and what cannot be
 * right for any user. The server judges all of it again.
 */
export function detailWrongs(details: Details, today: string): Wrongs {
  const found = DETAIL_FIELDS.flatMap((field): [DetailField, Wrong][] => {
    const text = details[field];
    if (text.trim() === '') return OPTIONAL.includes(field) ? [] : [[field, { why: 'missing' }]];
    const problem = problemOf(field, text, today);
    return problem === null ? [] : [[field, problem]];
  });
  return Object.fromEntries(found);
}

/** What the server says of a field; null where its refusal is of none. */
export function wrongOf(failure: CallFailure): readonly [field: string, wrong: Wrong] | null {
  const { name, field, facts = {} } = failure;
  if (field === undefined) return null;
  if (name === 'incomplete') return [field, { why: 'missing' }];
  if (name !== 'detail-refused') return null;
  return [field, { why: 'wrong', problem: facts['problem'] ?? '', facts }];
}

/** What is wrong with a field, in words; null where nothing is. */
export function wrongText(found: Wrong | undefined, t: Translate): string | null {
  if (found === undefined) return null;
  if (found.why === 'missing') return t('identity.fill');
  const { min = '1', max = '', days = '' } = found.facts;
  return t('identity.wrong', { problem: found.problem, min, max, days });
}

/** A chosen kind of document; null while none is. */
export const documentTypeOf = (details: Details): DocumentType | null =>
  DOCUMENT_TYPES.find((type) => type === details.documentType) ?? null;

/** What is filled in, as it is sent: what is empty is left out. */
export function detailsBody(details: Details) {
  const { sex, documentType: _type, ...texts } = details;
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
  const documentType = documentTypeOf(details);
  const knownSex = SEXES.find((one) => one === sex);
  return {
    ...(filled as Partial<typeof texts>),
    ...(knownSex === undefined ? {} : { sex: knownSex }),
    ...(documentType === null ? {} : { documentType }),
  };
}
