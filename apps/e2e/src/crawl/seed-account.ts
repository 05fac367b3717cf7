import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signedIn } from '@candor/testkit';
import { PASSWORD } from '../support/browser.ts';
import type { RunningProduct } from '../support/product.ts';

const CODE = 'BTC/USDT';

/** A session of an account that a visit opened, beside the page's own. */
export async function tokenOf(product: RunningProduct, username: string): Promise<string> {
  const body = { username, password: PASSWORD, client: 'api' } as const;
  const { result } = await product.call('accounts.login', { body });
  return signedIn(result).token;
}

/**
 * Gives an account what its pages show: an open contract, an order that waits, a closed one, an
 * option that runs, a limit that is about to loosen. Answers the number of the closed one's receipt.
 */
export async function seedAccount(product: RunningProduct, token: string): Promise<string> {
  const order = { code: CODE, direction: 'buy', lots: '0.02', leverage: 2 } as const;
  const { result: market } = await product.call('market.info', { params: { id: CODE } });
  const [bid = ''] = (market.bid ?? '').split('.');
  // Far enough below to wait for as long as a test looks.
  const price = String((BigInt(bid) * 9n) / 10n);
  const open = async (more: { orderType: 'market' } | { orderType: 'limit'; price: string }) => {
    const body = { ...order, ...more, requestId: randomUUID() };
    const answer = await product.call('contracts.open', { token, body });
    if (answer.code !== '200') throw new Error(`no order: ${answer.text}`);
    return answer.result.id;
  };
  await open({ orderType: 'limit', price });
  await open({ orderType: 'market' });
  const closed = await product.call('contracts.close', {
    token,
    params: { id: await open({ orderType: 'market' }) },
    body: { requestId: randomUUID() },
  });
  const option = { code: CODE, direction: 'up', period: 60, amount: '10' } as const;
  const buy = () =>
    product.call('options.buy', { token, body: { ...option, requestId: randomUUID() } });
  let bought = await buy();
  // After a start prices agree for three seconds before an option may begin at one.
  for (let tries = 0; bought.text.includes('unconfirmed') && tries < 80; tries += 1) {
    await pause(250);
    bought = await buy();
  }
  if (bought.code !== '200') throw new Error(`no option: ${bought.text}`);
  for (const amount of ['100', '150']) {
    const limit = { kind: 'loss', period: 'day', amount } as const;
    const set = await product.call('accounts.set-limit', { token, body: limit });
    if (set.code !== '20005' && set.code !== '200') throw new Error(`no limit: ${set.text}`);
  }
  return closed.result.order.receiptNo ?? '';
}

/** What a device calls itself. */
const DEVICES = ['Chrome', 'Firefox', 'Safari', 'Linux', 'Android', 'Windows'];

/** Names every language writes alike: of markets, of the venues that price them, of devices. */
export async function namesOf(product: RunningProduct): Promise<string[]> {
  const { result: list } = await product.call('market.list', { query: { points: 0 } });
  const { result: market } = await product.call('market.info', { params: { id: CODE } });
  const markets = list.flatMap(({ appName, code }) => [appName, code]);
  return [...markets, ...market.specification.sources, ...DEVICES];
}
