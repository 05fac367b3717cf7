import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { hashMessage, encodeFunctionData, parseAbi } from 'viem/utils';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { ethereumSigner } from '../../../../test/signers.ts';

const CONTRACT = '0x52908400098527886E0F7030069857D2E4169EE7';
const YES = `0x1626ba7e${'0'.repeat(56)}`;
const NO = `0xffffffff${'0'.repeat(56)}`;
const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) returns (bytes4)']);

type Params = { id: number; method: string; params: [{ to: string; data: string }, string] };
type Reply = (params: Params[], response: ServerResponse) => void;

const answers =
  (chainId: string, result: string | undefined): Reply =>
  (_asked, response) => {
    const body = [
      { jsonrpc: '2.0', id: 2, ...(result === undefined ? { error: {} } : { result }) },
      { jsonrpc: '2.0', id: 1, result: chainId },
    ];
    response.end(JSON.stringify(body));
  };

let reply: Reply = answers('0x1', YES);
const asked: Params[][] = [];

const node = createServer((request: IncomingMessage, response) => {
  void text(request).then((body) => {
    const calls = JSON.parse(body) as Params[];
    asked.push(calls);
    reply(calls, response);
  });
});

let app: TestApp;

beforeAll(async () => {
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  const { port } = node.address() as AddressInfo;
  const ethereumRpc = `http://127.0.0.1:${port}/`;
  app = await startTestApp({ publicUrl: 'https://candor.test', ethereumRpc });
});
afterAll(async () => {
  await app.stop();
  node.closeAllConnections();
  node.close();
});
beforeEach(() => {
  asked.length = 0;
});

const ask = async (address = CONTRACT): Promise<string> =>
  (await app.call('accounts.wallet-nonce', { query: { chain: 'ethereum', address } })).result
    .message;

const logIn = (message: string, signature: string) =>
  app.call('accounts.login-by-wallet', {
    body: { chain: 'ethereum', message, signature, client: 'api' },
  });

describe('a wallet that is a contract', () => {
  test('lets its owner in when the contract says that the signature is its own', async () => {
    reply = answers('0x1', YES);
    const message = await ask();
    const signature = `0x${'c0ffee'.repeat(40)}`;
    expect((await logIn(message, signature)).code).toBe('200');
    const [[, call]] = asked as [[Params, Params]];
    const args = [hashMessage(message), signature as `0x${string}`] as const;
    const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args });
    expect(call.params).toEqual([{ to: CONTRACT, data }, 'latest']);
    expect((await logIn(message, signature)).code).toBe('11025');
  });

  test('is not asked about a text that is none of ours, or used', async () => {
    const message = await ask();
    const invented = message.replace(/Nonce: .*/, 'Nonce: 0123456789abcdef');
    expect((await logIn(invented, '0x00')).code).toBe('11025');
    expect((await logIn(message.replace('candor.test', 'evil.test'), '0x00')).code).toBe('11025');
    expect(asked).toEqual([]);
  });

  test('is not asked where the key itself signed', async () => {
    const signer = ethereumSigner();
    const message = await ask(signer.address);
    expect((await logIn(message, await signer.sign(message))).code).toBe('200');
    expect(asked).toEqual([]);
  });

  test('is never one again whose own key signed once, whatever a node says of it', async () => {
    reply = answers('0x1', YES);
    const signer = ethereumSigner();
    const byNode = async () => logIn(await ask(signer.address), `0x${'c0ffee'.repeat(40)}`);
    const message = await ask(signer.address);
    expect((await logIn(message, await signer.sign(message))).code).toBe('200');
    expect((await byNode()).code).toBe('11025');
    expect(asked).toEqual([]);
    const again = await ask(signer.address);
    expect((await logIn(again, await signer.sign(again))).code).toBe('200');
  });

  test('is none whose own key signed while the node was asked', async () => {
    const signer = ethereumSigner();
    const message = await ask(signer.address);
    const own = await ask(signer.address);
    const signature = await signer.sign(own);
    reply = (calls, response) => {
      void logIn(own, signature).then(() => answers('0x1', YES)(calls, response));
    };
    expect((await logIn(message, '0x1234')).code).toBe('11025');
    expect(asked).toHaveLength(1);
  });

  test('takes no step-up in the name of a key that was linked', async () => {
    reply = answers('0x1', YES);
    const signer = ethereumSigner();
    const first = await ask(signer.address);
    const entered = await logIn(first, await signer.sign(first));
    const { token } = signedIn(entered.result);
    const act = { action: 'password' } as const;
    const { challenge } = (await app.call('accounts.step-up', { token, body: act })).result;
    const { chain, address } = signer;
    const body = { chain, address, purpose: 'step-up', ...act, challenge } as const;
    const { message } = (await app.call('accounts.wallet-message', { token, body })).result;
    const proof = { challenge, walletSignature: { chain, message, signature: '0x1234' } };
    const proved = await app.call('accounts.step-up-proof', { token, body: proof });
    expect(proved.refused.name).toBe('second-factor-wrong');
    expect(asked).toEqual([]);
  });

  const refusals: readonly (readonly [string, Reply])[] = [
    ['says no', answers('0x1', NO)],
    ['says yes and more', answers('0x1', `${YES}00`)],
    ['says four bytes alone', answers('0x1', '0x1626ba7e')],
    ['is none', answers('0x1', '0x')],
    ['fails', answers('0x1', undefined)],
    ['is on another network', answers('0xaa36a7', YES)],
    ['is reached through a node that answers nonsense', (_, response) => response.end('<html>')],
    ['is reached through a node that answers no list', (_, response) => response.end('{"id":2}')],
    [
      'is reached through a node that fails',
      (calls, response) => {
        response.statusCode = 500;
        answers('0x1', YES)(calls, response);
      },
    ],
    [
      'is reached through a node that sends us elsewhere',
      (_, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
    [
      'is reached through a node that does not stop talking',
      (_, response) => {
        const more = (): void => {
          if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(more));
        };
        more();
      },
    ],
    ['is reached through a node that hangs up', (_, response) => response.destroy()],
    ['is reached through a node that says nothing', () => undefined],
  ];

  test.each(refusals)('lets nobody in when it %s, within a few seconds', async (_name, how) => {
    reply = how;
    const message = await ask();
    const begun = performance.now();
    expect((await logIn(message, '0x1234')).code).toBe('11025');
    // Two seconds at most for the node; the rest is for a busy machine.
    expect(performance.now() - begun).toBeLessThan(6_000);
    // The text was not used up: the owner may try again.
    reply = answers('0x1', YES);
    expect((await logIn(message, '0x1234')).code).toBe('200');
  });
});

test('without a node only keys sign in', async () => {
  const alone = await startTestApp({ publicUrl: 'https://candor.test' });
  const query = { chain: 'ethereum', address: CONTRACT } as const;
  const { message } = (await alone.call('accounts.wallet-nonce', { query })).result;
  const body = { chain: 'ethereum', message, signature: '0x1234', client: 'api' } as const;
  expect((await alone.call('accounts.login-by-wallet', { body })).code).toBe('11025');
  await alone.stop();
});
