import type { WalletChain } from '@candor/protocol';
import { TronWeb, utils } from 'tronweb';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** A wallet of a test: a key, and the libraries real wallets of its chain are made with. */
export type Signer = {
  readonly chain: WalletChain;
  readonly address: string;
  sign(message: string): Promise<string>;
};

/** A wallet of Ethereum with a new key. */
export function ethereumSigner(): Signer {
  const account = privateKeyToAccount(generatePrivateKey());
  const { address } = account;
  return { chain: 'ethereum', address, sign: (message) => account.signMessage({ message }) };
}

/** A wallet of Tron with a new key, or with that of a wallet of Ethereum. */
export function tronSigner(key: string = generatePrivateKey()): Signer {
  const address = TronWeb.address.fromPrivateKey(key.slice(2));
  if (address === false) throw new Error('the key is none');
  return { chain: 'tron', address, sign: async (text) => utils.message.signMessage(text, key) };
}
