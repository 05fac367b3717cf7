// Promise: an identification that comes again can always be rejected: something of it is judged anew.
import type { UtcDay } from '@candor/kernel';
import { expect, test } from 'vitest';
import { planSubmission } from './rules.ts';

const details = {
  firstName: 'Anna',
  lastName: 'Specimen',
  birthdate: '1990-05-17',
  sex: 'female',
  country: 'DE',
  address: 'Musterweg 1, Berlin',
  phone: '+4915112345678',
  documentType: 'passport',
} as const;
const kept = (kind: 'front' | 'holding') =>
  ({ kind, fileId: `file-${kind}`, state: 'approved', reason: null }) as const;

test('a typed name in the place of a rejected drawing has the documents judged again', () => {
  const drawn = {
    kind: 'signature',
    fileId: 'file-signature',
    state: 'rejected',
    reason: 'unreadable',
  } as const;
  const before = { details, documents: [kept('front'), kept('holding'), drawn] };
  const plan = planSubmission({ signatureName: 'Anna Specimen' }, before, '2026-11-26' as UtcDay);
  expect(plan).toMatchObject({
    ok: true,
    value: {
      documents: [
        { kind: 'front', state: 'pending', isNew: false },
        { kind: 'holding', state: 'pending', isNew: false },
      ],
    },
  });
});
