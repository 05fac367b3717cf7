// The server can see chains and can never spend: nothing it runs signs, or sends what is signed.
import { expect, it } from 'vitest';
import { readSource } from './boundaries/source.ts';
import type { Tree } from './boundaries/tree.ts';
import { checkSigning } from './check/signing.ts';

function found(text: string, path = 'apps/server/src/cashier/planted.ts'): string[] {
  const sources = new Map([[path, readSource(path, text)]]);
  const { ok, detail } = checkSigning({ sources, workspaces: [] } as unknown as Tree);
  return ok ? [] : detail.split('\n');
}

it.each([
  `import { privateKeyToAccount } from 'viem/accounts';`,
  `import { Transaction } from '@scure/btc-signer';`,
  `import { secp256k1 } from '@noble/curves/secp256k1.js';`,
  `const load = () => import('tronweb');`,
  `export { Wallet } from 'ethers';`,
  `import { Psbt } from 'bitcoinjs-lib';`,
  `import 'hardhat';`,
  `import { openKeys } from '@candor/chains';`,
  `import { createWalletClient } from 'viem';`,
  `client['sendRawTransaction']({});`,
  `client.signTransaction({});`,
  `HDKey.fromMasterSeed(seed);`,
  `const call = 'eth_sendRawTransaction';`,
  `const call = 'eth_signTypedData_v4';`,
  'const path = `/wallet/broadcasttransaction`;',
])('reports %s', (text) => {
  expect(found(text).join('\n')).toContain('apps/server/src/cashier/planted.ts:1 ');
  expect(found(text, 'packages/kernel/src/planted.ts')).not.toEqual([]);
});

it('passes what reads, and leaves tests and other programs out', () => {
  expect(found(`import { createPublicClient, http } from 'viem';`)).toEqual([]);
  expect(found(`const call = 'eth_getLogs';`)).toEqual([]);
  const signs = `import { privateKeyToAccount } from 'viem/accounts';`;
  expect(found(signs, 'apps/server/src/a.test.ts')).toEqual([]);
  expect(found(signs, 'apps/chains/src/keys.ts')).toEqual([]);
});

it('reports a library that signs where it would stand beside the running server', () => {
  const server = {
    folder: 'apps/server',
    dependencies: new Set(['viem', 'ethers']),
    devDependencies: new Set(['bitcoinjs-lib', 'tronweb']),
  };
  const tree = { sources: new Map(), workspaces: [server] } as unknown as Tree;
  expect(checkSigning(tree)).toMatchObject({
    ok: false,
    detail: 'apps/server/package.json depends on ethers, which signs',
  });
});
