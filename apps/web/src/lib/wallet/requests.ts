import type { MessageName } from '@candor/protocol/light';
import { type Result, fail, ok } from '@candor/kernel';

/**
 * The only file that talks to a wallet. A wallet is asked who it is and to sign a text a person can
 * read, and nothing else: there is no request here that could move money or let another party spend
 * it.
 *
 * @source PRODUCT H1 · RELIABILITY 4.5
 */

/** A wallet of Ethereum in this browser. @source EIP-1193 */
export type EthereumProvider = {
  request(params: { method: string; params?: readonly unknown[] }): Promise<unknown>;
};

/** A wallet of Tron in this browser, as far as we use it. @source TronLink */
export type TronProvider = {
  request(params: { method: string }): Promise<unknown>;
  readonly tronWeb?:
    | {
        readonly defaultAddress?: { readonly base58?: unknown };
        readonly trx?: { signMessageV2?(message: string): Promise<unknown> };
      }
    | false;
};

/** What was announced as a wallet of Ethereum, if it can be one. */
export function ethereumProviderOf(announced: unknown): EthereumProvider | null {
  const known = announced as Partial<EthereumProvider> | null | undefined;
  return typeof known?.request === 'function' ? (known as EthereumProvider) : null;
}

/** The wallet of Tron that has put itself into the page; null without one. */
export function tronProviderOf(page: object): TronProvider | null {
  const { tronLink } = page as { tronLink?: Partial<TronProvider> };
  return typeof tronLink?.request === 'function' ? (tronLink as TronProvider) : null;
}

/** Why a wallet gave nothing, as the sentence that says what to do. @source seed §8 "Wallet" */
export type WalletProblem = Extract<
  MessageName,
  | 'wallet-install'
  | 'wallet-failed'
  | 'wallet-no-account'
  | 'wallet-not-connected'
  | 'authorization-incomplete'
  | 'confirmation-running'
>;

/** What a provider throws. @source EIP-1193, EIP-1474; Tron's wallets use the same numbers */
const REFUSED = 4001;
const NOT_CONNECTED = new Set([4100, 4900, 4901]);
const ALREADY_ASKED = new Set([-32_002, 4000]);

const codeOf = (thrown: unknown): unknown => (thrown as { code?: unknown } | null)?.code;

/** Wallets of Tron throw a sentence where others throw a number. */
const isRefusal = (thrown: unknown): boolean => {
  const said = thrown instanceof Error ? thrown.message : thrown;
  return (
    codeOf(thrown) === REFUSED || (typeof said === 'string' && /declin|reject|cancel/i.test(said))
  );
};

function problemOf(thrown: unknown, refused: WalletProblem): WalletProblem {
  const code = codeOf(thrown);
  if (isRefusal(thrown)) return refused;
  if (typeof code === 'number' && NOT_CONNECTED.has(code)) return 'wallet-not-connected';
  if (typeof code === 'number' && ALREADY_ASKED.has(code)) return 'confirmation-running';
  return 'wallet-failed';
}

async function asked(
  act: () => Promise<unknown>,
  refused: WalletProblem,
): Promise<Result<unknown, WalletProblem>> {
  try {
    return ok(await act());
  } catch (error) {
    return fail(problemOf(error, refused));
  }
}

/** The text as wallets of Ethereum take it: the bytes of its letters. */
function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Asks a wallet of Ethereum which account it shows us. */
export async function ethereumAccount(
  provider: EthereumProvider,
): Promise<Result<string, WalletProblem>> {
  const answer = await asked(
    () => provider.request({ method: 'eth_requestAccounts' }),
    'wallet-not-connected',
  );
  if (!answer.ok) return answer;
  const [first] = Array.isArray(answer.value) ? (answer.value as unknown[]) : [];
  return typeof first === 'string' && first !== '' ? ok(first) : fail('wallet-no-account');
}

const signatureOf = (answer: Result<unknown, WalletProblem>): Result<string, WalletProblem> => {
  if (!answer.ok) return answer;
  return typeof answer.value === 'string' ? ok(answer.value) : fail('wallet-failed');
};

/** Asks a wallet of Ethereum to sign a text its owner reads. */
export async function signWithEthereum(
  provider: EthereumProvider,
  signed: { readonly address: string; readonly message: string },
): Promise<Result<string, WalletProblem>> {
  const params = [hexOf(signed.message), signed.address];
  return signatureOf(
    await asked(
      () => provider.request({ method: 'personal_sign', params }),
      'authorization-incomplete',
    ),
  );
}

/** Asks a wallet of Tron which account it shows us. */
export async function tronAccount(provider: TronProvider): Promise<Result<string, WalletProblem>> {
  const answer = await asked(
    () => provider.request({ method: 'tron_requestAccounts' }),
    'wallet-not-connected',
  );
  if (!answer.ok) return answer;
  // A locked wallet answers nothing; one that refuses may answer its number instead of throwing it.
  if (answer.value === null || answer.value === undefined || answer.value === '') {
    return fail('wallet-install');
  }
  const code = codeOf(answer.value);
  if (typeof code === 'number' && code !== 200) {
    return fail(problemOf(answer.value, 'wallet-not-connected'));
  }
  const address = provider.tronWeb ? provider.tronWeb.defaultAddress?.base58 : undefined;
  return typeof address === 'string' && address !== '' ? ok(address) : fail('wallet-no-account');
}

/** Asks a wallet of Tron to sign a text its owner reads. */
export async function signWithTron(
  provider: TronProvider,
  message: string,
): Promise<Result<string, WalletProblem>> {
  const trx = provider.tronWeb ? provider.tronWeb.trx : undefined;
  if (trx?.signMessageV2 === undefined) return fail('wallet-failed');
  const sign = trx.signMessageV2.bind(trx);
  return signatureOf(await asked(() => sign(message), 'authorization-incomplete'));
}
