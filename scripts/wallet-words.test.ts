import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forbiddenIn, scanForWalletWords } from './wallet-words.ts';

// What pages that take money away are made of, as a build writes it.
const PLANTED = [
  'a.request({method:"eth_sendTransaction",params:[b]})',
  'w.request({method:"eth_sendRawTransaction"})',
  'w.request({method:"wallet_sendCalls"})',
  'await t.trx.sendTransaction(a,1)',
  'w.request({method:`eth_signTransaction`})',
  'w.request({method:"eth_sign",params:[a,h]})',
  'w.request({method:"eth_signTypedData",params:[a,d]})',
  'w.request({method:"eth_signTypedData_v4",params:[a,d]})',
  'w.request({method:"wallet_requestPermissions"})',
  'tronWeb.transactionBuilder.triggerSmartContract(c,f)',
  'usdt.approve(spender,max)',
  'usdt.permit (owner,spender)',
  'c.methods.increaseAllowance(a,b)',
  'c.setApprovalForAll(a,true)',
  'data:"0x095ea7b3000000000000000000000000"',
  'data:"0x39509351"+a',
  'data:"0xA22CB465"+a',
  'data:"0xd505accf"+a',
];

test.each(PLANTED)('%s is found', (text) => {
  expect(forbiddenIn(text)).not.toEqual([]);
});

test('what a page may say and ask is not taken for it', () => {
  const fine = [
    'provider.request({method:"eth_requestAccounts"})',
    'provider.request({method:"personal_sign",params:[h,a]})',
    'tronLink.request({method:"tron_requestAccounts"})',
    't.signMessageV2(m)',
    'The deposit was approved. Permits are not asked for.',
    'const approve=1,permitted=2',
  ];
  expect(fine.flatMap(forbiddenIn)).toEqual([]);
});

test('a folder is read to its last file', () => {
  const dist = mkdtempSync(join(tmpdir(), 'candor-words-'));
  try {
    mkdirSync(join(dist, 'assets', 'deep'), { recursive: true });
    writeFileSync(join(dist, 'index.html'), '<p>Approve nothing.</p>');
    writeFileSync(join(dist, 'assets', 'deep', 'a.js'), 'x.request({method:"eth_sign"})');
    writeFileSync(join(dist, 'assets', 'b.png'), 'eth_sendTransaction');
    expect(scanForWalletWords(dist)).toEqual({
      found: [`${join('assets', 'deep', 'a.js')} asks for a blind signature: eth_sign`],
      files: 2,
    });
  } finally {
    rmSync(dist, { recursive: true });
  }
});
