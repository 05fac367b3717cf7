// Promise: what is missing or cannot be right is said at its field before anything is sent, and what
// the server refuses is said there in the same words.
import { expect, it } from 'vitest';
import { type Details, NO_DETAILS, detailWrongs, detailsBody, wrongOf } from './details.ts';

const TODAY = '2026-11-26';
const MARA: Details = {
  ...NO_DETAILS,
  firstName: 'Mara',
  lastName: 'Lindqvist',
  birthdate: '1990-02-28',
  sex: 'female',
  country: 'SE',
  address: 'Storgatan 1, 111 23 Stockholm',
  phone: '+46 70 123 45 67',
  documentType: 'passport',
};

it('asks for everything but the number and the lines a machine reads', () => {
  expect(Object.keys(detailWrongs(NO_DETAILS, TODAY))).toEqual([
    'firstName',
    'lastName',
    'birthdate',
    'sex',
    'country',
    'address',
    'phone',
    'documentType',
  ]);
  expect(detailWrongs(MARA, TODAY)).toEqual({});
});

it.each([
  ['firstName', 'Mara 2', { problem: 'letters' }],
  ['firstName', 'Märä-Łucja O’Neill', null],
  ['lastName', '山田', null],
  ['lastName', 'é'.repeat(61), { problem: 'length', facts: { max: '60' } }],
  ['birthdate', '2008-11-27', { problem: 'age', facts: { min: '18' } }],
  ['birthdate', '2008-11-26', null],
  ['birthdate', '1900-01-01', { problem: 'day' }],
  ['address', 'Here', { problem: 'length', facts: { min: '8', max: '200' } }],
  ['phone', '070 123 45 67', { problem: 'phone' }],
  ['documentNumber', 'ab-12 34', null],
  ['documentNumber', 'ab?', { problem: 'number' }],
] as const)('%s %j', (field, text, problem) => {
  const found = detailWrongs({ ...MARA, [field]: text }, TODAY)[field];
  if (problem === null) expect(found).toBeUndefined();
  else expect(found).toMatchObject({ why: 'wrong', ...problem });
});

it('takes a refusal to its field; what is of no field stays with the whole', () => {
  expect(wrongOf({ name: 'incomplete', field: 'frontId' })).toEqual([
    'frontId',
    { why: 'missing' },
  ]);
  const facts = { problem: 'age', min: '18' };
  expect(wrongOf({ name: 'detail-refused', field: 'birthdate', facts })).toEqual([
    'birthdate',
    { why: 'wrong', problem: 'age', facts },
  ]);
  expect(wrongOf({ name: 'incomplete' })).toBeNull();
  expect(wrongOf({ name: 'too-many', field: 'phone' })).toBeNull();
});

it('sends what is filled in, and nothing empty', () => {
  expect(
    detailsBody({ ...NO_DETAILS, firstName: 'Mara', sex: 'x', documentType: 'idCard' }),
  ).toEqual({ firstName: 'Mara', sex: 'x', documentType: 'idCard' });
});
