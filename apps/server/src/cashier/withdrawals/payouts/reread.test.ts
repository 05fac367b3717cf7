// Promise: whatever batch leaves the server unsigned, the libraries that wallets and exchanges use read the
// recipients, sums and tokens of it that were decided, in their order, and nothing besides. (PRODUCT 9)
import { type Asset, ensure } from '@candor/kernel';
import { Psbt, address as bitcoinAddress, networks } from 'bitcoinjs-lib';
import { Interface, Transaction, getAddress } from 'ethers';
import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { type Payment, unsignedBitcoin, unsignedEthereum, unsignedTron } from './unsigned.ts';

const BATCHES = { numRuns: 200, seed: 15 };

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Payments of some assets; sums from the smallest unit to more than any account holds. */
const paymentsOf = (to: fc.Arbitrary<string>, assets: readonly Asset[]) =>
  fc.array(
    fc.record({
      asset: fc.constantFrom(...assets),
      to,
      units: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    }),
    { minLength: 1, maxLength: 20 },
  );

describe('random batches of Ethereum, read by ethers', () => {
  const token = new Interface(['function transfer(address to, uint256 value)']);
  const anyAddress = bytesOf(20).map((bytes) => getAddress(`0x${hexOf(bytes)}`));
  const spendings = fc.record({
    chainId: fc.constantFrom(1, 31_337),
    nonce: fc.nat({ max: 1_000_000 }),
    maxFeePerGas: fc.bigInt({ min: 10n ** 10n, max: 10n ** 12n }),
    maxPriorityFeePerGas: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  });

  test('name recipients, sums and nonces', async () => {
    const batches = fc.asyncProperty(
      paymentsOf(anyAddress, ['ETH', 'USDT']),
      spendings,
      anyAddress,
      async (payments, spending, usdt) => {
        const read = (await unsignedEthereum(payments, { spending, usdt })).map((raw) => {
          const made = Transaction.from(raw);
          expect(made).toMatchObject({ type: 2, signature: null, accessList: [] });
          expect(made.chainId).toBe(BigInt(spending.chainId));
          expect(made.maxFeePerGas).toBe(spending.maxFeePerGas);
          const { nonce } = made;
          if (made.data === '0x') return { asset: 'ETH', to: made.to, units: made.value, nonce };
          expect([made.to, made.value]).toEqual([usdt, 0n]);
          const [to, units] = token.decodeFunctionData('transfer', made.data);
          expect(token.encodeFunctionData('transfer', [to, units])).toBe(made.data);
          return { asset: 'USDT', to, units, nonce };
        });
        expect(read).toEqual(
          payments.map((one, place) => ({ ...one, nonce: spending.nonce + place })),
        );
      },
    );
    await fc.assert(batches, BATCHES);
  });
});

describe('random batches of Tron, read by tronweb', () => {
  const anyAddress = bytesOf(20).map((bytes) => utils.address.fromHex(`41${hexOf(bytes)}`));
  const spendings = fc.record({
    refBlockBytes: bytesOf(2).map(hexOf),
    refBlockHash: bytesOf(8).map(hexOf),
    timestamp: fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }),
  });

  /** The library writes hex in capitals. */
  const isHex = (is: string) => (said: string) => said.toLowerCase() === is;

  test('name recipients, sums, token and wallet', () => {
    const batches = fc.property(
      paymentsOf(anyAddress, ['USDT']),
      spendings,
      fc.tuple(anyAddress, anyAddress),
      (payments, said, [usdt, from]) => {
        const spending = { ...said, expiration: said.timestamp + 3_600_000 };
        const read = payments.map((one) => {
          const made = unsignedTron(one, { spending, usdt, from });
          expect(Object.keys(made)).not.toContain('signature');
          const raw = utils.deserializeTx.deserializeTransaction(
            'TriggerSmartContract',
            made.raw_data_hex,
          );
          expect(raw).toMatchObject({
            expiration: spending.expiration,
            timestamp: spending.timestamp,
            ref_block_bytes: expect.toSatisfy(isHex(spending.refBlockBytes)),
            ref_block_hash: expect.toSatisfy(isHex(spending.refBlockHash)),
          });
          expect(raw.contract).toHaveLength(1);
          const { value } = raw.contract[0].parameter;
          expect(utils.address.fromHex(value.contract_address)).toBe(usdt);
          expect(utils.address.fromHex(value.owner_address)).toBe(from);
          expect(value.call_value ?? 0).toBe(0);
          const [to, units] = utils.abi.decodeParams(
            [],
            ['address', 'uint256'],
            `0x${String(value.data).slice(8)}`,
          );
          expect(String(value.data)).toMatch(/^a9059cbb[0-9a-f]{128}$/i);
          const bytes = utils.transaction.txJsonToPb({ ...made } as never);
          expect(utils.transaction.txPbToTxID(bytes).replace('0x', '')).toBe(made.txID);
          return { asset: 'USDT', to: utils.address.fromHex(to), units: BigInt(units) };
        });
        expect(read).toEqual(payments);
      },
    );
    fc.assert(batches, BATCHES);
  });
});

describe('random batches of Bitcoin, read by bitcoinjs-lib', () => {
  const chains = { main: networks.bitcoin, test: networks.regtest } as const;
  const { toBase58Check, toBech32, fromOutputScript, toOutputScript } = bitcoinAddress;
  type Chain = (typeof chains)[keyof typeof chains];

  const addressesOf = (chain: Chain) =>
    fc.oneof(
      bytesOf(20).map((hash) => toBase58Check(hash, chain.pubKeyHash)),
      bytesOf(20).map((hash) => toBase58Check(hash, chain.scriptHash)),
      bytesOf(20).map((hash) => toBech32(hash, 0, chain.bech32)),
      bytesOf(32).map((hash) => toBech32(hash, 0, chain.bech32)),
      bytesOf(32).map((key) => toBech32(key, 1, chain.bech32)),
    );
  /** The library asks for a curve where it reads Taproot itself; its key stands in the script as it is. */
  const readScript = (script: Uint8Array, chain: Chain): string =>
    script.length === 34 && script[0] === 0x51
      ? toBech32(script.subarray(2), 1, chain.bech32)
      : fromOutputScript(script, chain);

  const sums = fc.bigInt({ min: 546n, max: 2_100_000_000_000_000n });
  const batchOf = (chain: Chain) =>
    fc.record({
      chain: fc.constant(chain),
      from: bytesOf(20).map((hash) => toBech32(hash, 0, chain.bech32)),
      payments: fc.array(
        fc.record({ asset: fc.constant<Asset>('BTC'), to: addressesOf(chain), units: sums }),
        { minLength: 1, maxLength: 20 },
      ),
      coins: fc.uniqueArray(
        fc.record({ txHash: bytesOf(32).map(hexOf), index: fc.nat({ max: 4_000 }), units: sums }),
        { minLength: 1, maxLength: 30, selector: ({ txHash, index }) => `${txHash}:${index}` },
      ),
      satPerVbyte: fc.integer({ min: 1, max: 100 }),
    });

  const sumOf = (many: readonly { readonly units: bigint }[]): bigint =>
    many.reduce((sum, { units }) => sum + units, 0n);
  type Batch = {
    readonly chain: Chain;
    readonly from: string;
    readonly payments: readonly Payment[];
    readonly coins: readonly { txHash: string; index: number; units: bigint }[];
    readonly satPerVbyte: number;
  };

  /** A batch as the server makes it and the library reads it; null where the wallet has too little. */
  function reread({ chain, from, payments, coins, satPerVbyte }: Batch) {
    const script = toOutputScript(from, chain);
    const given = coins.map((coin) => ({ ...coin, script }));
    const text = unsignedBitcoin(payments, { spending: { coins: given, satPerVbyte }, from });
    if (text === null) return null;
    const psbt = Psbt.fromBase64(text, { network: chain });
    expect(psbt.toBase64()).toBe(text);
    const inputs = psbt.txInputs.map(({ hash, index }, place) => {
      const witness = ensure(psbt.data.inputs[place]?.witnessUtxo ?? null, 'it names its coin');
      expect(Buffer.from(witness.script)).toEqual(Buffer.from(script));
      return { txHash: hexOf(Uint8Array.from(hash).reverse()), index, units: witness.value };
    });
    expect(psbt.data.inputs.every(({ partialSig }) => partialSig === undefined)).toBe(true);
    const outputs = psbt.txOutputs.map((one) => ({
      to: readScript(one.script, chain),
      units: one.value,
    }));
    return { inputs, outputs, locktime: psbt.locktime };
  }

  test('name recipients and sums at their places, then the change', () => {
    let made = 0;
    const batches = fc.property(
      fc.constantFrom(chains.main, chains.test).chain(batchOf),
      (batch) => {
        const { coins, payments, from, satPerVbyte } = batch;
        // A coin more than is owed, so that most batches can be paid.
        const paid = sumOf(payments) + 1_000_000n;
        const rich = {
          ...batch,
          coins: [...coins, { txHash: '77'.repeat(32), index: 0, units: paid }],
        };
        const read = ensure(reread(rich), 'the wallet has enough');
        made += 1;
        expect(read.outputs.slice(0, payments.length)).toEqual(
          payments.map(({ to, units }) => ({ to, units })),
        );
        const change = read.outputs.slice(payments.length);
        expect(change.length).toBeLessThanOrEqual(1);
        for (const { to } of change) expect(to).toBe(from);
        expect(new Set(read.inputs.map(({ txHash, index }) => `${txHash}:${index}`)).size).toBe(
          read.inputs.length,
        );
        for (const input of read.inputs) expect(rich.coins).toContainEqual(input);
        const fee = sumOf(read.inputs) - sumOf(read.outputs);
        const bytes = 11 + 68 * read.inputs.length + 43 * (read.outputs.length + 1);
        expect(fee).toBeGreaterThan(0n);
        expect(fee).toBeLessThanOrEqual(BigInt(satPerVbyte * bytes) + 546n);
        expect(read.locktime).toBe(0);
      },
    );
    fc.assert(batches, BATCHES);
    expect(made).toBeGreaterThanOrEqual(200);
  });
});
