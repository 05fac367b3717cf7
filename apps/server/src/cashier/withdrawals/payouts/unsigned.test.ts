// Promise: what leaves the server unsigned names, read by other libraries, the recipients and sums that were
// decided. (PRODUCT 9)
import { createHash } from 'node:crypto';
import { Transaction } from 'ethers';
import { utils } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { scriptOf, unsignedBitcoin, unsignedEthereum, unsignedTron } from './unsigned.ts';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('Ethereum, read by ethers', () => {
  const spending = {
    chainId: 1,
    nonce: 7,
    maxFeePerGas: 30_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  };

  test('pays coins and tokens to whom it should, one nonce after another', async () => {
    const raw = await unsignedEthereum(
      [
        { asset: 'ETH', to: TO, units: 123_456_789_000_000_000n },
        { asset: 'USDT', to: TO, units: 12_500_000n },
      ],
      { spending, usdt: USDT },
    );
    const [coin, token] = raw.map((one) => Transaction.from(one));
    expect(coin).toMatchObject({
      to: TO,
      value: 123_456_789_000_000_000n,
      data: '0x',
      nonce: 7,
      chainId: 1n,
      type: 2,
      signature: null,
    });
    expect(token).toMatchObject({ to: USDT, value: 0n, nonce: 8, signature: null });
    const data = token?.data ?? '';
    expect(data.slice(0, 10)).toBe('0xa9059cbb');
    expect(data.slice(34, 74)).toBe(TO.slice(2).toLowerCase());
    expect(BigInt(`0x${data.slice(74)}`)).toBe(12_500_000n);
  });
});

describe('Tron, read by tronweb', () => {
  const spending = {
    refBlockBytes: 'a1b2',
    refBlockHash: '0102030405060708',
    timestamp: 1_795_470_000_000,
    expiration: 1_795_473_600_000,
  };
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const from = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const to = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';

  test('has the id and the bytes that tronweb makes of the same call', () => {
    const made = unsignedTron({ asset: 'USDT', to, units: 12_500_000n }, { spending, usdt, from });
    const bytes = utils.transaction.txJsonToPb({ ...made, raw_data: made.raw_data } as never);
    expect(utils.transaction.txPbToRawDataHex(bytes).toLowerCase()).toBe(made.raw_data_hex);
    expect(utils.transaction.txPbToTxID(bytes).replace('0x', '')).toBe(made.txID);
    const [contract] = made.raw_data['contract'] as {
      parameter: { value: { data: string; contract_address: string; owner_address: string } };
    }[];
    const {
      data = '',
      contract_address = '',
      owner_address = '',
    } = contract?.parameter.value ?? {};
    expect(utils.address.fromHex(contract_address)).toBe(usdt);
    expect(utils.address.fromHex(owner_address)).toBe(from);
    expect(utils.address.fromHex(`41${data.slice(32, 72)}`)).toBe(to);
    expect(BigInt(`0x${data.slice(72)}`)).toBe(12_500_000n);
  });
});

describe('Bitcoin', () => {
  const from = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const to = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';

  test.each([
    [from, '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [to, '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262'],
    [taproot, '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
  ])('pays %s by the script of the standards', (address, script) => {
    // Vectors of BIP-173, BIP-350 and BIP-16.
    expect(Buffer.from(scriptOf(address)).toString('hex')).toBe(script);
  });

  const coin = (units: bigint, place: number) => ({
    txHash: createHash('sha256').update(String(place)).digest('hex'),
    index: place,
    units,
    script: scriptOf(from),
  });

  test('pays each at its place, then the change, and leaves the rest to the miners', () => {
    const payments = [
      { asset: 'BTC', to, units: 150_000n },
      { asset: 'BTC', to: taproot, units: 70_000n },
    ] as const;
    const spending = { coins: [coin(100_000n, 0), coin(200_000n, 1)], satPerVbyte: 2 };
    const psbt = Buffer.from(unsignedBitcoin(payments, { spending, from }) ?? '', 'base64');
    expect(psbt.subarray(0, 5).toString('hex')).toBe('70736274ff');
    // The global map holds the transaction alone: key 00, its length, its bytes.
    const length = psbt.readUInt8(7) < 0xfd ? psbt.readUInt8(7) : psbt.readUInt16LE(8);
    const start = psbt.readUInt8(7) < 0xfd ? 8 : 10;
    const tx = psbt.subarray(start, start + length);
    expect(tx.readUInt8(4)).toBe(2);
    let at = 5 + 2 * 41;
    const outs: { units: bigint; script: string }[] = [];
    const count = tx.readUInt8(at);
    at += 1;
    for (let place = 0; place < count; place += 1) {
      const units = tx.readBigUInt64LE(at);
      const size = tx.readUInt8(at + 8);
      outs.push({ units, script: tx.subarray(at + 9, at + 9 + size).toString('hex') });
      at += 9 + size;
    }
    expect(tx.readUInt32LE(at)).toBe(0);
    expect(at + 4).toBe(length);
    expect(outs.map(({ script }) => script)).toEqual(
      [to, taproot, from].map((address) => Buffer.from(scriptOf(address)).toString('hex')),
    );
    expect(outs.slice(0, 2).map(({ units }) => units)).toEqual([150_000n, 70_000n]);
    const fee = 300_000n - outs.reduce((sum, { units }) => sum + units, 0n);
    expect(fee).toBeGreaterThan(400n);
    expect(fee).toBeLessThan(800n);
  });

  test('is not made where the wallet has too little', () => {
    const spending = { coins: [coin(150_000n, 0)], satPerVbyte: 2 };
    const payments = [{ asset: 'BTC', to, units: 150_000n }] as const;
    expect(unsignedBitcoin(payments, { spending, from })).toBeNull();
  });
});
