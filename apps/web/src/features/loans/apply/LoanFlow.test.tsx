// Promise: a loan is asked for in steps that lose nothing: what is wrong stands at its field, cost and
// the price of a sale are read before a signature, without one nothing is sent, and it is sent once.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { wallNow } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { LOAN, LOAN_TERMS, loanOffer } from '../../../testing/loans.ts';
import { MARA } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { LoanFlow } from './LoanFlow.tsx';

const FILE_ID = '01890a5d-ac96-774b-bcce-b302099a8104';
type Answers = Parameters<typeof standInForServer>[0];

/** Takes a form as the server would; jsdom's own request has no upload. */
function takeUploads(): FormData[] {
  const forms: FormData[] = [];
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    responseText = '';
    open = (): void => undefined;
    setRequestHeader = (): void => undefined;
    abort = (): void => undefined;
    send(form: FormData): void {
      forms.push(form);
      const picture = { fileId: FILE_ID, width: 1, height: 1, bytes: 1, sha256: '', expiresAt: 1 };
      this.responseText = JSON.stringify({ code: '200', message: 'ok', result: picture });
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return forms;
}

function signIn(): void {
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('real');
}

beforeEach(async () => {
  await speak('en');
  vi.stubGlobal('scrollTo', () => undefined);
  signIn();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function show(answers: Answers = {}, terms: object = LOAN_TERMS) {
  const sent = standInForServer({
    '/user/loanTerms': () => answered(terms),
    '/user/loanOffer': () => answered(loanOffer(wallNow())),
    '/user/loan': () => answered({ ...LOAN, state: 'pendingReview' }),
    ...answers,
  });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <LoanFlow
        identityHref="/identity?next=/loan/apply"
        loansHref="/loan/records"
        draw={async () => new Blob(['picture'], { type: 'image/png' })}
      />
    </QueryClientProvider>,
  );
  return { sent, container };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const current = () => document.querySelector('[aria-current="step"]')?.textContent;

async function violations(container: Element): Promise<string[]> {
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  return found.violations.map(({ id }) => id);
}

async function fill(): Promise<void> {
  await userEvent.type(await field(/Amount to borrow/), '1000');
  await userEvent.type(await field(/BTC to pledge/), '0.03');
}

it('says what is missing or wrong at its field, and asks for no offer', async () => {
  const { sent, container } = show();
  await press('Continue');
  expect(await screen.findByText('Enter the amount to borrow.')).toBeTruthy();
  await userEvent.type(await field(/Amount to borrow/), '50');
  expect(screen.getByText(/Borrow at least.*100\.00.*USDT/)).toBeTruthy();
  await userEvent.type(await field(/Amount to borrow/), '000');
  expect(screen.getByText(/verification level allows.*10,000/)).toBeTruthy();
  await userEvent.clear(await field(/Amount to borrow/));
  await userEvent.type(await field(/Amount to borrow/), '1000');
  expect(screen.getByText('Pledge at least one amount.')).toBeTruthy();
  await userEvent.type(await field(/BTC to pledge/), '0.02');
  expect(screen.getByText(/This collateral does not cover that amount/)).toBeTruthy();
  await userEvent.type(await field(/ETH to pledge/), '1');
  expect((await field(/ETH to pledge/)).getAttribute('aria-invalid')).toBe('true');
  expect(sent.some(({ path }) => path.includes('loanOffer'))).toBe(false);
  expect(await violations(container)).toEqual([]);
});

it('fills in the least that is needed, and shows what a fall does', async () => {
  show();
  // Until there is something to compute, what can go wrong stands beside the form.
  expect(await screen.findByRole('heading', { name: 'What can go wrong' })).toBeTruthy();
  await userEvent.type(await field(/Amount to borrow/), '1000');
  expect(screen.queryByRole('heading', { name: 'What can go wrong' })).toBeNull();
  // 1,000 ÷ 0.65 ÷ 60,000 = 0.025641…, rounded up to the coin's last place.
  await press(/Least needed.*0\.02564103/);
  expect(await screen.findByRole('img', { name: /The loan is .*65\.00%/ })).toBeTruthy();
  const slider = screen.getByRole('slider', { name: 'Fall of all pledged coins' });
  fireEvent.change(slider, { target: { value: '5' } });
  expect(screen.getByText('No notice, and nothing is sold.')).toBeTruthy();
  fireEvent.change(slider, { target: { value: '15' } });
  expect(screen.getByText(/You get the notice at .*75%.* Nothing is sold/)).toBeTruthy();
  fireEvent.change(slider, { target: { value: '25' } });
  expect(screen.getByText(/We sell .*BTC.*which pays off .*USDT.*You keep .*BTC/)).toBeTruthy();
  fireEvent.change(slider, { target: { value: '60' } });
  expect(screen.getByText(/All collateral is sold.*is our loss, not yours/)).toBeTruthy();
});

it('is signed and sent once with the offer that was read, the keyboard alone sufficing', async () => {
  const forms = takeUploads();
  const { sent, container } = show();
  await fill();
  await press('Continue');
  expect(await screen.findByText(/sha-256 abab…abab/)).toBeTruthy();
  expect(container.textContent).toContain('1,005.40');
  expect(screen.getByText(/held for 15 min/)).toBeTruthy();
  await press('Sign and send for review');
  expect((await screen.findByRole('alert')).textContent).toBe('Sign on the line first.');
  expect(forms).toEqual([]);
  expect(await violations(container)).toEqual([]);
  await press('Type your full name instead');
  await userEvent.type(await field(/Your full name/), 'Mara Lindqvist');
  await userEvent.tab();
  (await screen.findByRole('button', { name: 'Sign and send for review' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Sent for review')).toBeTruthy();
  expect(forms.map((form) => form.get('purpose'))).toEqual(['signature']);
  const made = sent.filter(({ path }) => path.endsWith('/user/loan'));
  expect(made).toHaveLength(1);
  expect(made[0]?.body).toMatchObject({
    amount: '1000',
    days: 30,
    collateral: [{ asset: 'BTC', amount: '0.03' }],
    signatureId: FILE_ID,
    offerId: loanOffer(0).offerId,
    agreementId: loanOffer(0).agreementId,
  });
  expect(sessionStorage.getItem('loanDrafts')).toBe('{}');
  expect(await violations(container)).toEqual([]);
});

it('keeps what is filled in through a reload and a session that ended, for its user alone', async () => {
  show();
  await fill();
  cleanup();
  endSession();
  signIn();
  show();
  expect(((await field(/Amount to borrow/)) as HTMLInputElement).value).toBe('1000');
  expect(((await field(/BTC to pledge/)) as HTMLInputElement).value).toBe('0.03');
  cleanup();
  endSession();
  const other = {
    id: '01890a5d-ac96-774b-bcce-b302099a8fff',
    username: 'eve',
    demoDisabled: false,
  };
  beginSession({ token: 't', expiresAt: 1, user: other });
  setMode('real');
  show();
  expect(((await field(/Amount to borrow/)) as HTMLInputElement).value).toBe('');
});

it('leads to the identification first and goes on from there', async () => {
  const { container } = show({}, { ...LOAN_TERMS, level: 0, identity: 'none' });
  await fill();
  await press('Continue');
  expect(await screen.findByText('Verify your identity first.')).toBeTruthy();
  expect(current()).toBe('Identity');
  const link = screen.getByRole('link', { name: 'Verify your identity' });
  expect(link.getAttribute('href')).toBe('/identity?next=/loan/apply');
  expect(await violations(container)).toEqual([]);
  cleanup();
  queryClient.clear();
  // Back from there, verified: the figures are on screen without anything typed again.
  show();
  expect(await screen.findByText(/sha-256 abab…abab/)).toBeTruthy();
  expect(current()).toBe('Sign');
});

it('says the refusal of an offer in words and asks again', async () => {
  const facts = { why: 'own', max: '600' };
  const answers = [refused('amount-out-of-range', 'amount', facts), answered(loanOffer(wallNow()))];
  show({ '/user/loanOffer': () => answers.shift() ?? answered(loanOffer(wallNow())) });
  await fill();
  await press('Continue');
  expect(
    await screen.findByText(/together may not exceed .*600\.00.*given what you own/),
  ).toBeTruthy();
  await press('Back');
  await press('Continue');
  expect(await screen.findByText(/sha-256/)).toBeTruthy();
});

it('offers new figures once the old ones have expired, and sends nothing', async () => {
  const offers = [loanOffer(wallNow(), 0), loanOffer(wallNow())];
  const { sent } = show({ '/user/loanOffer': () => answered(offers.shift()) });
  await fill();
  await press('Continue');
  expect(await screen.findByText(/figures have expired/)).toBeTruthy();
  await press('Get new figures');
  expect(await screen.findByRole('button', { name: 'Sign and send for review' })).toBeTruthy();
  expect(sent.some(({ path }) => path.endsWith('/user/loan'))).toBe(false);
});

it.each([-5, 5])('counts down alike on a device whose clock is %i minutes off', async (minutes) => {
  const offer = loanOffer(wallNow() + minutes * 60_000);
  show({ '/user/loanOffer': () => answered(offer) });
  await fill();
  await press('Continue');
  expect((await screen.findByRole('timer')).textContent).toMatch(/\b15\b/);
});

it('reads from the right in Arabic, with figures left as they are', async () => {
  await speak('ar');
  show();
  await userEvent.type(await field(/مبلغ القرض/), '1000');
  await userEvent.type(await field(/BTC للرهن/), '0.03');
  const gauge = await screen.findByRole('img', { name: /القرض يساوي/ });
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  const marks = [...gauge.children].map((mark) => (mark as HTMLElement).style.insetInlineStart);
  expect(marks).toContain('83%');
  const prices = screen
    .getAllByText(/^1 BTC = [\d,.]+ USDT$/)
    .map((one) => one.closest('bdi')?.dir);
  expect(new Set(prices)).toEqual(new Set(['ltr']));
});
