import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Hex,
  createClient,
  decodeFunctionData,
  erc20Abi,
  getAddress,
  http,
  parseTransaction,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { readContract, sendRawTransaction } from 'viem/actions';

/** An exported batch of Ethereum, as far as its signer reads it. */
type Batch = {
  readonly batch: string;
  readonly network: string;
  readonly items: readonly {
    readonly withdrawalId: string;
    readonly to: string;
    readonly units: string;
    readonly unsigned: Hex;
  }[];
};

/** What was sent: the document the desk takes back, and each recipient with what it has on the chain. */
export type Sent = {
  readonly document: string;
  readonly hashes: readonly string[];
  /** USDT of an address on the chain. @units USDT units */
  readonly holdingOf: (address: string) => Promise<bigint>;
};

/** Account of the test key that pays out. */
const HOT = 1;

/**
 * Signs a batch outside of the server, as an operator's machine does: each transaction is read again
 * and compared with what the document says of it, signed with the rehearsal's test key and sent.
 *
 * @throws Error where a transaction pays anything else than the document says
 */
export async function signBatch(dataDir: string, exported: string): Promise<Sent> {
  const read = (name: string): Promise<string> => readFile(join(dataDir, 'chains', name), 'utf8');
  const account = mnemonicToAccount((await read('test-key')).trim(), { accountIndex: HOT });
  const { ethereum: port } = JSON.parse(await read('ports.json')) as { ethereum: number };
  const node = createClient({ transport: http(`http://127.0.0.1:${port}`) });
  const { batch, network, items } = JSON.parse(exported) as Batch;
  if (network !== 'ethereum') throw new Error(`a batch of ${network} is none of Ethereum`);
  const hashes: { withdrawalId: string; hash: string }[] = [];
  let usdt: Hex | null = null;
  for (const { withdrawalId, to, units, unsigned } of items) {
    const transaction = parseTransaction(unsigned);
    const { data = '0x', type, to: token = null } = transaction;
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    const [payee, paid] = args ?? [];
    const isAsSaid =
      functionName === 'transfer' && payee === getAddress(to) && paid === BigInt(units);
    if (!isAsSaid || type !== 'eip1559') throw new Error(`${withdrawalId} pays something else`);
    const serializedTransaction = await account.signTransaction({ ...transaction, type });
    hashes.push({ withdrawalId, hash: await sendRawTransaction(node, { serializedTransaction }) });
    usdt = token;
  }
  return {
    document: JSON.stringify({ batch, hashes }),
    hashes: hashes.map(({ hash }) => hash),
    async holdingOf(address) {
      if (usdt === null) throw new Error('the batch pays nobody');
      const args = [getAddress(address)] as const;
      return readContract(node, { address: usdt, abi: erc20Abi, functionName: 'balanceOf', args });
    },
  };
}
