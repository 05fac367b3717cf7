// Promise: the page of a receipt says whether a published key signed it, and what it did not check.
import type { CallResult, Receipt } from '@candor/protocol/light';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/query.ts';
import { speak } from '../../testing/speak.ts';
import { RuleList } from './RuleList.tsx';
import type { GroupResult, RulesResult } from './rules.ts';
import { isReceiptSigned } from './signature.ts';

const ORIGIN = 'candor-tape/00ff';
const FROM = 1_000;
const HASH = 'ab'.repeat(32);

type Keys = CallResult<'market.keys'>;

/** A key that signs, and what is published of it. */
async function newKey() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const raw = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey));
  const bytes = Buffer.concat([Buffer.from([1]), raw]);
  const digest = createHash('sha256').update(`${ORIGIN}\n`).update(bytes).digest();
  const id = digest.subarray(0, 4);
  const verifier = `${ORIGIN}+${id.toString('hex')}+${bytes.toString('base64')}`;
  return {
    verifier,
    async sign(text: string): Promise<string> {
      const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, Buffer.from(text));
      const line = Buffer.concat([id, Buffer.from(signature)]).toString('base64');
      return `${text}\n\u2014 ${ORIGIN} ${line}\n`;
    },
  };
}

let ours: Awaited<ReturnType<typeof newKey>>;
let published: Keys;
const receiptOf = (changed: object): Receipt =>
  ({ kind: 'contract', number: 'A1', hash: HASH, closedAt: FROM, ...changed }) as Receipt;
const textOf = (number: string, hash: string): string =>
  `candor.receipt/1\n${ORIGIN}\n${number}\n${hash}\n`;
const isSigned = (changed: object) => isReceiptSigned(receiptOf(changed), published);

beforeAll(async () => {
  await speak('en');
  ours = await newKey();
  published = {
    origin: ORIGIN,
    keys: [{ verifier: ours.verifier, from: FROM }],
  } as unknown as Keys;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.doUnmock('./rules.ts');
});

it('a receipt is signed with its own number and hash, by a published key', async () => {
  const signed = await ours.sign(textOf('A1', HASH));
  expect(await isSigned({ signed })).toBe(true);
  expect(await isSigned({ signed, number: 'A2' })).toBe(false);
  expect(await isSigned({ signed, hash: 'cd'.repeat(32) })).toBe(false);
  expect(await isSigned({ signed: await ours.sign(textOf('A2', HASH)) })).toBe(false);
  expect(await isSigned({ signed: await (await newKey()).sign(textOf('A1', HASH)) })).toBe(false);
});

it('a text that is no signed note, or has a signature cut short, is none', async () => {
  const signed = await ours.sign(textOf('A1', HASH));
  const text = textOf('A1', HASH);
  for (const odd of [
    '',
    text,
    `${text}\n`,
    `${text}\n\u2014 ${ORIGIN} !!\n`,
    signed.slice(0, -9),
  ]) {
    expect(await isSigned({ signed: odd }), odd).toBe(false);
  }
});

it('one without a signature is older than the first key, or a difference', async () => {
  expect(await isSigned({ signed: null, closedAt: FROM - 1 })).toBe(true);
  expect(await isSigned({ signed: null })).toBe(false);
});

it.each(['donation', 'sale', 'conversion', 'plan-day'])(
  'a %s was never written without a signature, whatever time it says',
  async (kind) => {
    expect(await isSigned({ kind, signed: null, at: FROM - 1 })).toBe(false);
  },
);

it('where a browser cannot check signatures it does not say that one holds', async () => {
  const signed = await ours.sign(textOf('A1', HASH));
  vi.stubGlobal('crypto', {});
  expect(await isSigned({ signed })).toBeNull();
});

/** Shows what the rules came to, as if they had run. */
function show(checkRules: () => Promise<RulesResult>): void {
  vi.doMock('./rules.ts', () => ({ checkRules }));
  render(
    <QueryClientProvider client={queryClient}>
      <RuleList receipt={receiptOf({})} />
    </QueryClientProvider>,
  );
}

const group = (label: GroupResult['label'], state: GroupResult['state']): GroupResult => ({
  label,
  state,
  wrong: [],
  said: [],
});

it('what holds, what differs, what is our word and what was not checked are told apart', async () => {
  const said = [
    { rule: 'order.passed', ok: true, isSaid: true, what: 'stale', detail: 'not proven: it was' },
  ];
  const wrong = [
    { rule: 'fee.amount', ok: false, isSaid: false, what: 'fee', detail: 'says 1, is 2' },
  ];
  show(async () => ({
    groups: [
      group('receipt.rules-journal', 'holds'),
      { ...group('receipt.rules-amounts', 'differs'), wrong },
      { ...group('receipt.rules-orders', 'said'), said },
      group('receipt.rules-signature', 'unchecked'),
    ],
    why: null,
  }));
  expect(await screen.findByText('[fee.amount] fee: says 1, is 2')).toBeTruthy();
  const shown = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(shown[0]).not.toContain('not checked');
  expect(shown[2]).toContain('not proven, our word');
  expect(shown[2]).toContain('[order.passed] stale: not proven: it was');
  expect(shown[3]).toContain('Signature by a published key');
  expect(shown[3]).toContain('not checked here');
});

it('the rules have a verdict: only where each of them was checked and holds, all hold', async () => {
  const [journal, tape] = ['receipt.rules-journal', 'receipt.rules-tape'] as const;
  show(async () => ({ groups: [group(journal, 'holds'), group(tape, 'holds')], why: null }));
  expect(await screen.findByText('All 2 groups of rules hold')).toBeTruthy();
  cleanup();
  queryClient.clear();
  show(async () => ({ groups: [group(journal, 'holds'), group(tape, 'unchecked')], why: 'long' }));
  expect(await screen.findByText(/^Nothing that was checked differs\..*: 1 of 2\.$/)).toBeTruthy();
  expect(screen.getByText(/too long for a browser/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  show(async () => ({ groups: [group(journal, 'holds'), group(tape, 'said')], why: null }));
  expect(await screen.findByText(/that rest on our word: 1 of 2\.$/)).toBeTruthy();
  expect(screen.queryByText(/^All 2/)).toBeNull();
  cleanup();
  queryClient.clear();
  show(async () => ({ groups: [group(journal, 'differs'), group(tape, 'holds')], why: null }));
  expect((await screen.findByRole('alert')).textContent).toContain('that differ: 1 of 2');
  expect(screen.queryByText(/^All 2/)).toBeNull();
});

it('rules that could not run say so, claim no check, and run again when asked', async () => {
  let isThere = false;
  show(async () => {
    if (!isThere) throw new Error('no file');
    return { groups: [group('receipt.rules-tape', 'holds')], why: null };
  });
  expect(await screen.findByText(/could not be fetched/)).toBeTruthy();
  expect(screen.queryByText(/^Your browser fetched/)).toBeNull();
  isThere = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All 1 groups of rules hold')).toBeTruthy();
  expect(screen.getByText(/^Your browser fetched/)).toBeTruthy();
});

it('a signature that differs says what no key signed', async () => {
  show(async () => ({ groups: [group('receipt.rules-signature', 'differs')], why: null }));
  expect(await screen.findByText(/^No published key signed this number/)).toBeTruthy();
});
