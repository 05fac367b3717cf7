import { ensure } from '@candor/kernel';
import { activateLocale, loadAllTexts, localeOf } from '@candor/locales';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { isOnFirstSteps } from '../../../lib/first-steps.ts';
import { currentSession, endSession } from '../../../lib/session.ts';
import { WalletLogin } from './WalletLogin.tsx';

const english = ensure(localeOf('en'), 'English is spoken');
const arabic = ensure(localeOf('ar'), 'Arabic is spoken');
const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'eth-1', demoDisabled: false };
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const onDone = vi.fn<() => void>();
const onSecond = vi.fn<(step: unknown) => void>();

const nonce = (): ReturnType<typeof answered> =>
  answered({ message: 'Sign me.', nonce: 'a'.repeat(32), expiresAt: 1 });

beforeAll(loadAllTexts);
beforeEach(async () => {
  await activateLocale(english);
  endSession();
  onDone.mockClear();
  onSecond.mockClear();
});
let removeWallet = (): void => undefined;
afterEach(() => {
  removeWallet();
  localStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});

/** Puts a wallet into the page that answers by its method, or throws. */
function install(answers: Readonly<Record<string, () => unknown>>): void {
  const request = async ({ method }: { method: string }): Promise<unknown> => {
    const act = answers[method];
    if (act === undefined) throw new Error(`the page asked for ${method}`);
    return act();
  };
  const info = { uuid: 'one', name: 'Test wallet', rdns: 'test.wallet', icon: '' };
  const say = (): void => {
    const detail = { info, provider: { request } };
    globalThis.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  globalThis.addEventListener('eip6963:requestProvider', say);
  removeWallet = () => globalThis.removeEventListener('eip6963:requestProvider', say);
}

const refuse = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
};

async function choose(): Promise<void> {
  render(<WalletLogin onDone={onDone} onSecond={onSecond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Log in with a wallet' }));
  await userEvent.click(await screen.findByRole('button', { name: /Test wallet/ }));
}

it('says that a wallet is missing where there is none, and asks nobody before it is wanted', async () => {
  const sent = standInForServer({});
  render(<WalletLogin onDone={onDone} onSecond={onSecond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Log in with a wallet' }));
  expect(screen.getByRole('status').textContent).toBe(
    'Install or unlock your wallet, then try again.',
  );
  expect(sent).toEqual([]);
});

it('signs the server’s text and begins the session; no wallet is chosen by itself', async () => {
  const sent = standInForServer({
    '/login/walletNonce': nonce,
    '/login/loginByWallet': () => answered({ token: 'token-1', expiresAt: 1, user }),
  });
  install({ eth_requestAccounts: () => [ADDRESS], personal_sign: () => '0x1234' });
  await choose();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(currentSession()).toMatchObject({ state: 'in', user });
  expect(sent[1]?.body).toEqual({
    chain: 'ethereum',
    message: 'Sign me.',
    signature: '0x1234',
    language: 'en',
    client: 'web',
  });
});

it.each([true, false])(
  'leads to the first receipt who opened an account so: %j',
  async (opened) => {
    const session = { token: 'token-1', expiresAt: 1, user, ...(opened ? { opened } : {}) };
    standInForServer({
      '/login/walletNonce': nonce,
      '/login/loginByWallet': () => answered(session),
    });
    install({ eth_requestAccounts: () => [ADDRESS], personal_sign: () => '0x1234' });
    await choose();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(isOnFirstSteps()).toBe(opened);
  },
);

it('hands the question for a second factor on', async () => {
  const step = { challenge: 'c', methods: ['totp'] };
  standInForServer({ '/login/walletNonce': nonce, '/login/loginByWallet': () => answered(step) });
  install({ eth_requestAccounts: () => [ADDRESS], personal_sign: () => '0x1234' });
  await choose();
  await waitFor(() => expect(onSecond).toHaveBeenCalledWith(step));
  expect(onDone).not.toHaveBeenCalled();
});

it('says that the wallet waits for its owner while it does', async () => {
  standInForServer({ '/login/walletNonce': nonce });
  install({
    eth_requestAccounts: () => [ADDRESS],
    personal_sign: () => new Promise(() => undefined),
  });
  await choose();
  const status = await screen.findByRole('status');
  expect(status.textContent).toBe(
    'Confirmation in progress: answer in your wallet, and this page goes on.',
  );
  expect(screen.getByRole('button', { name: 'Waiting for your signature' })).toBeDefined();
});

const PROBLEMS: readonly (readonly [string, Record<string, () => unknown>, string])[] = [
  [
    'is not shown to us',
    { eth_requestAccounts: refuse },
    'The wallet is not connected. Connect it first.',
  ],
  [
    'shows no account',
    { eth_requestAccounts: () => [] },
    'The wallet shows no account. Choose one there.',
  ],
  [
    'does not start',
    {
      eth_requestAccounts() {
        throw new Error('broken');
      },
    },
    'The wallet did not start. Open it and try again.',
  ],
  [
    'does not sign',
    { eth_requestAccounts: () => [ADDRESS], personal_sign: refuse },
    'The authorization is not finished. Sign with your wallet to go on.',
  ],
  [
    'signs what the server refuses',
    { eth_requestAccounts: () => [ADDRESS], personal_sign: () => '0x00' },
    'The authorization could not be saved or checked. Try again.',
  ],
];

it.each(PROBLEMS)(
  'says what to do when the wallet %s, and can be tried again',
  async (_name, wallet, words) => {
    standInForServer({
      '/login/walletNonce': nonce,
      '/login/loginByWallet': () => refused('sign-in-unconfirmed'),
    });
    install(wallet);
    await choose();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    const again = screen.getByRole<HTMLButtonElement>('button', { name: /Test wallet/ });
    expect([again.disabled, again.getAttribute('aria-busy')]).toEqual([false, null]);
    expect(onDone).not.toHaveBeenCalled();
  },
);

it('speaks the reader’s language', async () => {
  await activateLocale(arabic);
  render(<WalletLogin onDone={onDone} onSecond={onSecond} />);
  await userEvent.click(screen.getByRole('button', { name: 'تسجيل الدخول بمحفظة' }));
  expect(screen.getByRole('status').textContent).toContain('ثبّت محفظتك');
});
