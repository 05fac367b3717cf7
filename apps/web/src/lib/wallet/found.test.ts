import { afterEach, expect, it } from 'vitest';
import { type FoundWallet, findWallets } from './found.ts';

const ICON = 'data:image/svg+xml;base64,PHN2Zy8+';
const provider = { request: async () => ['0x1'] };
const info = { uuid: 'one', name: 'A wallet', rdns: 'test.wallet', icon: ICON };

let stop: (() => void)[] = [];
afterEach(() => {
  stop.forEach((one) => one());
  stop = [];
});

function announce(detail: unknown): void {
  globalThis.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

/** A wallet that answers whenever a page asks who is there. */
function install(detail: unknown): void {
  const say = (): void => announce(detail);
  globalThis.addEventListener('eip6963:requestProvider', say);
  stop.push(() => globalThis.removeEventListener('eip6963:requestProvider', say));
}

function look() {
  const seen: { wallets: readonly FoundWallet[] } = { wallets: [] };
  stop.push(findWallets((wallets) => (seen.wallets = wallets)));
  return seen;
}

it('finds wallets that are there and wallets that come later, each once', () => {
  install({ info, provider });
  const seen = look();
  announce({ info, provider });
  announce({ info: { ...info, uuid: 'two', name: 'Another' }, provider });
  expect(seen.wallets.map(({ name, origin, icon }) => [name, origin, icon])).toEqual([
    ['A wallet', 'test.wallet', ICON],
    ['Another', 'test.wallet', ICON],
  ]);
});

it('believes nothing of what is announced: odd things are no wallets, odd pictures are none', () => {
  const seen = look();
  const odd = [
    null,
    'x',
    {},
    { info },
    { info: { ...info, uuid: 5 }, provider },
    { info: { ...info, name: '' }, provider },
    { info: { ...info, name: '\u202E\u200B' }, provider },
    { info, provider: { request: 'x' } },
  ];
  odd.forEach(announce);
  expect(seen.wallets).toEqual([]);
  const icons = [
    'https://evil.test/a.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    `data:image/png,${'a'.repeat(100_001)}`,
    5,
  ];
  icons.forEach((icon, at) => announce({ info: { ...info, uuid: `${at}`, icon }, provider }));
  expect(seen.wallets.map(({ icon }) => icon)).toEqual(icons.map(() => null));
});

it('shows names without what could hide or turn them, cut to a line, and so many wallets at most', () => {
  const seen = look();
  const name = `Can\u202Edor\u0000 ${'x'.repeat(100)}`;
  announce({ info: { ...info, name }, provider });
  expect(seen.wallets[0]?.name).toBe(`Candor ${'x'.repeat(33)}`);
  for (let at = 0; at < 100; at += 1) announce({ info: { ...info, uuid: `n${at}` }, provider });
  expect(seen.wallets).toHaveLength(20);
});

it('finds the wallet of Tron when it is there, or when it says that it is', () => {
  const seen = look();
  expect(seen.wallets).toEqual([]);
  Object.assign(globalThis, { tronLink: { request: async () => ({ code: 200 }) } });
  stop.push(() => Reflect.deleteProperty(globalThis, 'tronLink'));
  globalThis.dispatchEvent(new Event('tronLink#initialized'));
  expect(seen.wallets.map(({ chain, name }) => [chain, name])).toEqual([['tron', 'TronLink']]);
  expect(look().wallets).toHaveLength(1);
});
