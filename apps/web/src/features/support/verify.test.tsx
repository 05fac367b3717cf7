import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { VERIFY_REASONS, type VerifiedMessage } from '@candor/protocol/light';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { VerifyForm } from './VerifyForm.tsx';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const AT = Date.UTC(2026, 10, 21, 12);

beforeAll(async () => {
  await activateLocale(english);
  await loadAllTexts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function check(found: VerifiedMessage | 'refused', text = 'Send us the code'): Promise<void> {
  standInForServer({
    '/support/verifyMessage': () => (found === 'refused' ? refused('too-many') : answered(found)),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VerifyForm />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('What you received'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
}

const verdict = (change: Partial<VerifiedMessage>): VerifiedMessage => ({
  genuine: false,
  why: 'not-known',
  sent: null,
  contacts: [],
  ...change,
});

it('says that words are ours, when they went out and to whom', async () => {
  const sent = { at: AT, channel: 'support', to: 'you' } as const;
  await check(verdict({ genuine: true, why: 'sent-by-us', sent }));
  expect(await screen.findByRole('heading', { name: 'This is from us' })).toBeTruthy();
  expect(screen.getByText(/Sent in a support conversation on .* It went to you\./)).toBeTruthy();
  expect(screen.queryByText('What to do')).toBeNull();
});

it.each(VERIFY_REASONS.filter((why) => why !== 'sent-by-us' && why !== 'contact-ours'))(
  'tells what to do where nothing shows that it is ours: %s',
  async (why) => {
    await check(verdict({ why }));
    expect(await screen.findByRole('heading', { name: 'What to do' })).toBeTruthy();
    expect(screen.getByText(/send no money and no code/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'This is from us' })).toBeNull();
  },
);

it('names each address and whether it is ours; none of them is a link', async () => {
  const contacts = [
    { kind: 'link', text: 'https://candor-help.example', ours: false },
    { kind: 'mail', text: 'no-reply@candor.example', ours: true },
  ] as const;
  await check(verdict({ why: 'contact-not-ours', contacts: [...contacts] }));
  const rows = await screen.findAllByRole('listitem');
  const [strange, own] = rows.map(({ textContent }) => textContent);
  expect(strange).toMatch(/candor-help.*Not ours/);
  expect(own).toMatch(/no-reply.*Ours/);
  expect(screen.queryByRole('link', { name: /candor-help/ })).toBeNull();
});

it('takes an answer back when the text changes, and says when none came', async () => {
  await check(verdict({ why: 'not-known' }));
  await screen.findByRole('heading', { name: 'We do not know this' });
  await userEvent.type(screen.getByLabelText('What you received'), 'x');
  expect(screen.queryByRole('heading', { name: 'We do not know this' })).toBeNull();
  cleanup();
  await check('refused');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^It could not be checked/);
});

it('asks for a text before it asks anybody', async () => {
  const sent = standInForServer({});
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VerifyForm />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByRole('alert').textContent).toBe('Fill in this field.');
  expect(sent).toEqual([]);
});
