import type { WalletChain } from '@candor/protocol/light';
import { useEffect, useState } from 'react';
import {
  type WalletProblem,
  ethereumAccount,
  ethereumProviderOf,
  signWithEthereum,
  signWithTron,
  tronAccount,
  tronProviderOf,
} from './requests.ts';
import type { Result } from '@candor/kernel';

/** A wallet this browser has. */
export type FoundWallet = {
  readonly id: string;
  readonly chain: WalletChain;
  /** As the wallet calls itself; text from outside. */
  readonly name: string;
  /** Where it says it comes from, "io.metamask"; empty where it does not say. */
  readonly origin: string;
  /** A picture for `<img>` alone, where nothing in it can run; null without a fit one. */
  readonly icon: string | null;
  account(): Promise<Result<string, WalletProblem>>;
  sign(signed: { address: string; message: string }): Promise<Result<string, WalletProblem>>;
};

const WALLETS_MAX = 20;
const NAME_MAX = 40;
const ICON_MAX = 100_000;
const ICON = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/;
// Whatever could hide or turn around what stands beside it.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const shown = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll(UNSEEN, '').trim().slice(0, NAME_MAX) : '';

type Announced = {
  readonly info?: { uuid?: unknown; name?: unknown; rdns?: unknown; icon?: unknown };
  readonly provider?: unknown;
};

/** What a wallet announces, if it can be one; any script may announce anything. @source EIP-6963 */
function announcedWallet(detail: unknown): FoundWallet | null {
  const { info, provider } = (detail ?? {}) as Announced;
  const name = shown(info?.name);
  const known = ethereumProviderOf(provider);
  if (typeof info?.uuid !== 'string' || name === '' || known === null) return null;
  const { icon } = info;
  const isFit = typeof icon === 'string' && icon.length <= ICON_MAX && ICON.test(icon);
  return {
    id: `ethereum ${info.uuid.slice(0, 64)}`,
    chain: 'ethereum',
    name,
    origin: shown(info.rdns),
    icon: isFit ? icon : null,
    account: () => ethereumAccount(known),
    sign: (signed) => signWithEthereum(known, signed),
  };
}

const TRON_NAME = 'TronLink';

/** The wallet of Tron; it puts itself into the page under one name. */
function tronWallet(): FoundWallet | null {
  const known = tronProviderOf(globalThis);
  if (known === null) return null;
  return {
    id: 'tron',
    chain: 'tron',
    name: TRON_NAME,
    origin: '',
    icon: null,
    account: () => tronAccount(known),
    sign: ({ message }) => signWithTron(known, message),
  };
}

const ANNOUNCE = 'eip6963:announceProvider';
const REQUEST = 'eip6963:requestProvider';
const TRON_READY = 'tronLink#initialized';

/**
 * Listens for wallets and asks those that are there to say so; each is told once. Answers how to
 * stop.
 */
export function findWallets(onFound: (wallets: readonly FoundWallet[]) => void): () => void {
  const found = new Map<string, FoundWallet>();
  const add = (wallet: FoundWallet | null): void => {
    if (wallet === null || found.has(wallet.id) || found.size >= WALLETS_MAX) return;
    found.set(wallet.id, wallet);
    onFound([...found.values()]);
  };
  const onAnnounced = (event: Event): void => add(announcedWallet((event as CustomEvent).detail));
  const onTron = (): void => add(tronWallet());
  globalThis.addEventListener(ANNOUNCE, onAnnounced);
  globalThis.addEventListener(TRON_READY, onTron);
  globalThis.dispatchEvent(new Event(REQUEST));
  onTron();
  return () => {
    globalThis.removeEventListener(ANNOUNCE, onAnnounced);
    globalThis.removeEventListener(TRON_READY, onTron);
  };
}

/** Wallets of this browser; more may come while the page stands. */
export function useWallets(): readonly FoundWallet[] {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => findWallets(setWallets), []);
  return wallets;
}
