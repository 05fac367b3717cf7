// Promise: at first everything is asked for, and after a rejection what was rejected alone; a picture
// whose details differed may stay once they are corrected, another kind of document is taken whole.
import type { Identification } from '@candor/protocol/light';
import { expect, it } from 'vitest';
import { type Details, NO_DETAILS } from '../details/details.ts';
import { detailsBefore, planOf } from './plan.ts';

const details = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  birthdate: '1990-02-28',
  sex: 'female',
  country: 'SE',
  address: 'Storgatan 1, 111 23 Stockholm',
  phone: '+46701234567',
  documentType: 'idCard',
} as const;
const FILLED: Details = { ...NO_DETAILS, ...details };

const standing = (documents: Identification['documents'], state: Identification['state']) =>
  ({
    ...{ state, level: 0, documents, deadlineHours: 48, imageBytesMax: 2_000_000 },
    address: { state: 'none' },
    ...(state === 'failed' ? { details } : {}),
  }) satisfies Identification;
const failed = (...documents: Identification['documents']) => standing(documents, 'failed');

it('asks for everything at first; a passport has no back', () => {
  const none = standing([], 'none');
  expect(planOf(none, FILLED).steps).toEqual(['details', 'photos', 'signature', 'review']);
  expect(planOf(none, FILLED).needed).toEqual(['front', 'back', 'holding']);
  const passport = { ...FILLED, documentType: 'passport' };
  expect(planOf(none, passport).photos).toEqual(['front', 'holding']);
});

it('asks for what was rejected alone', () => {
  const one = failed(
    { kind: 'front', state: 'approved' },
    { kind: 'back', state: 'rejected', reason: 'unreadable' },
    { kind: 'holding', state: 'approved' },
    { kind: 'signature', state: 'approved' },
  );
  expect(planOf(one, FILLED)).toEqual({
    steps: ['photos', 'review'],
    photos: ['back'],
    needed: ['back'],
  });
  expect(detailsBefore(one)).toEqual(FILLED);
});

it('asks for a signature that was rejected, and for no picture then', () => {
  const one = failed(
    { kind: 'front', state: 'approved' },
    { kind: 'signature', state: 'rejected', reason: 'not-accepted' },
  );
  expect(planOf(one, FILLED)).toEqual({ steps: ['signature', 'review'], photos: [], needed: [] });
});

it('lets a picture stay whose details are corrected', () => {
  const one = failed({ kind: 'front', state: 'rejected', reason: 'details-differ' });
  expect(planOf(one, FILLED)).toEqual({
    steps: ['details', 'photos', 'review'],
    photos: ['front'],
    needed: ['front'],
  });
  expect(planOf(one, { ...FILLED, lastName: 'Lindkvist' }).needed).toEqual([]);
});

it('takes another kind of document whole', () => {
  const one = failed(
    { kind: 'front', state: 'rejected', reason: 'wrong-document' },
    { kind: 'back', state: 'approved' },
    { kind: 'holding', state: 'approved' },
  );
  const licence = { ...FILLED, documentType: 'driverLicence' };
  expect(planOf(one, licence).needed).toEqual(['front', 'back']);
  expect(planOf(one, { ...FILLED, documentType: 'passport' }).needed).toEqual(['front']);
});
