import { randomUUID } from 'node:crypto';
import type { UserId } from '@candor/kernel';
import type { UploadPurpose } from '@candor/protocol';
import { expect } from 'vitest';
import { PASSWORD } from './factors.ts';
import { PICTURE } from './form.ts';
import type { TestApp } from './start-app.ts';

/** Who a user of a test says to be. */
export const DETAILS = {
  firstName: 'Anna María',
  lastName: 'Specimen',
  birthdate: '1974-08-12',
  sex: 'female',
  country: 'DE',
  address: 'Hauptstraße 1, 10115 Berlin',
  phone: '+49 30 1234567',
  documentType: 'idCard',
} as const;

type Caller = { readonly token: string };

/** Brings a picture for what it is to be; its id. */
export async function brings(
  product: TestApp,
  { token }: Caller,
  purpose: UploadPurpose,
  file: Buffer = PICTURE,
): Promise<string> {
  const answer = await product.call('files.upload', { token, form: { purpose, file } });
  expect(answer.code).toBe('200');
  return answer.result.fileId;
}

/** A whole identification with pictures of its own. */
export async function papersOf(product: TestApp, caller: Caller) {
  return {
    ...DETAILS,
    frontId: await brings(product, caller, 'kycFront'),
    backId: await brings(product, caller, 'kycBack'),
    holdingId: await brings(product, caller, 'kycHolding'),
    signatureId: await brings(product, caller, 'signature'),
  };
}

/** The case of a user that waits. */
export async function waitingCase(
  product: TestApp,
  userId: string,
): Promise<{ id: string; number: string; evidence: string[]; facts: Record<string, string> }> {
  const [row] = await product.db.query<{
    id: string;
    number: string;
    evidence: string[];
    facts: string;
  }>(
    `select id, number, evidence, facts from cases.case
     where kind = 'identity' and user_id = $1 and state <> 'decided'`,
    [userId],
  );
  if (row === undefined) throw new Error('no case waits');
  return { ...row, facts: JSON.parse(row.facts) as Record<string, string> };
}

/** A member decides the case that waits: document by document, approved but for those named. */
export async function reviews(
  product: TestApp,
  userId: UserId,
  rejected: Readonly<Record<string, string>> = {},
  message: string | null = null,
): Promise<void> {
  const { id, facts } = await waitingCase(product, userId);
  const judged = (facts['judged'] ?? '').split(',');
  const rows = await product.db.query<{ kind: string; file_id: string }>(
    'select kind, file_id from identity.document where user_id = $1 and submission_id = $2',
    [userId, facts['submission']],
  );
  const kindOf = new Map(rows.map((row) => [row.file_id, row.kind]));
  const parts = Object.fromEntries(
    judged.map((file) => [file, rejected[kindOf.get(file) ?? ''] ?? null]),
  );
  const isYes = Object.keys(rejected).length === 0;
  const actor = { id: randomUUID(), roles: ['kyc'] as const };
  // Who approves has read the number in the document.
  if (isYes && facts['level'] === '1') {
    const claim = { actor, move: { kind: 'claim' }, text: null, action: 'cases.claim' } as const;
    expect((await product.app.cases.move(id, claim)).ok).toBe(true);
    const documentNumber = `X${userId.replaceAll('-', '').slice(-12)}`;
    const asked = { memberId: actor.id, caseId: id, documentNumber };
    expect((await product.app.identity.reviews.check(asked)).ok).toBe(true);
  }
  const rowHash = (await product.app.cases.approval(id))?.rowHash.toString('hex') ?? '';
  const moved = await product.app.cases.move(id, {
    actor,
    move: {
      kind: isYes ? 'approve' : 'reject',
      rowHash,
      reason: isYes ? 'documents-verified' : 'documents-rejected',
      parts,
    },
    text: message,
    action: 'cases.decide',
  });
  expect(moved.ok).toBe(true);
  expect(await product.app.cases.carryOut(id)).toBe(true);
}

/** The user closes the account, for good. */
export async function closesAccount(product: TestApp, { token }: Caller): Promise<void> {
  const body = { action: 'close-account' } as const;
  const { challenge } = (await product.call('accounts.step-up', { token, body })).result;
  const proof = { challenge, password: PASSWORD };
  const { stepUp } = (await product.call('accounts.step-up-proof', { token, body: proof })).result;
  const closed = await product.call('accounts.close-account', { token, body: { stepUp } });
  expect(closed.code).toBe('200');
}
