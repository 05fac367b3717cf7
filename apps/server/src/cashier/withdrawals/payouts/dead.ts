import type { Asset } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { type Chain, type ChainTransaction, FINAL_BLOCKS } from '../../chain/port.ts';
import type { Plan, Planned } from './document.ts';

/** A withdrawal of an exported batch, and the hash that was handed in for it. */
export type Pending = { readonly id: string; readonly txHash: string | null };

/** Withdrawals whose transactions can never be confirmed, and what the chain said for it. */
export type Dead = { readonly ids: ReadonlySet<string>; readonly said: string };

type Mined = Extract<ChainTransaction, { block: unknown }>;
type Found = { readonly hash: string; readonly mined: Mined };

const pays = (
  { paid }: Pick<Mined, 'paid'>,
  { asset, to, units }: { readonly asset: Asset; readonly to: string; readonly units: bigint },
): boolean => paid.some((one) => one.asset === asset && one.to === to && one.units === units);

/** A chain as a proof asks it: what is deep enough to stay, and whose wallet pays. */
type Reading = { readonly chain: Chain; readonly from: string; readonly height: number };

const isFinal = ({ chain, height }: Reading, { block }: Mined): boolean =>
  height - block.height + 1 >= FINAL_BLOCKS[chain.network];

function isFrom(reading: Reading, { from }: Mined): boolean {
  if (from === undefined) return reading.chain.network === 'bitcoin';
  return reading.chain.network === 'ethereum'
    ? from.toLowerCase() === reading.from.toLowerCase()
    : from === reading.from;
}

/** Transactions of the wallet that stay, by what each of them used up. */
async function findUsed(
  reading: Reading,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const used = new Map<string, Found>();
  for (const hash of hashes) {
    const mined = await reading.chain.transaction(hash);
    if (!('block' in mined) || !isFinal(reading, mined) || !isFrom(reading, mined)) continue;
    for (const use of mined.uses ?? []) used.set(use, { hash, mined });
  }
  return used;
}

/** Whether the transaction whose hash was handed in may still pay it, or does already. */
async function mayPay(reading: Reading, hash: string | null, planned: Planned): Promise<boolean> {
  if (hash === null) return false;
  const found = await reading.chain.transaction(hash);
  if (found.state === 'missing') return false;
  if (!('block' in found)) return true;
  if (!isFrom(reading, found)) return false;
  return pays(found, planned) || !isFinal(reading, found);
}

/** The first block that stays and is later than a moment; null while there is none. */
async function laterThan(reading: Reading, moment: number): Promise<string | null> {
  const height = reading.height - FINAL_BLOCKS.tron + 1;
  const block = height < 0 ? null : await reading.chain.blockAt(height);
  return block === null || block.at <= moment ? null : `block ${block.height} (${block.hash})`;
}

/** Why a planned transaction can never count any more; null where it may. */
async function whyDead(
  reading: Reading,
  planned: Planned,
  used: ReadonlyMap<string, Found>,
): Promise<string | null> {
  const { uses, hash, expiresAt } = planned;
  if (expiresAt !== null && hash !== null) {
    const later = await laterThan(reading, expiresAt);
    if (later === null) return null;
    const { state } = await reading.chain.transaction(hash);
    return state === 'missing' ? `${hash} is not on the chain and expired before ${later}` : null;
  }
  for (const use of uses) {
    const by = used.get(use);
    if (by === undefined) continue;
    // What pays it is no proof against it: its hash is to be handed in.
    if (pays(by.mined, planned)) return null;
    const { height, hash: block } = by.mined.block;
    return `${use} was used up by ${by.hash} in block ${height} (${block})`;
  }
  return null;
}

/**
 * Which withdrawals of an exported batch can never be paid by it any more, as the chain says it: the nonce
 * or a coin was used up by another transaction that stays, or the time to send it is over. Where the chain
 * does not say so, nothing is known.
 *
 * @throws ChainUnreadable when the node does not answer
 */
export async function findDead(
  chain: Chain,
  about: {
    readonly plan: Plan;
    readonly pending: readonly Pending[];
    /** Transactions that used up a nonce or a coin of the batch. */
    readonly hashes: readonly string[];
  },
): Promise<Dead> {
  const { plan, pending, hashes } = about;
  const ids = new Set<string>();
  const said = new Set<string>();
  // Of a document that names no wallet nobody can say whose nonces it counts.
  if (plan.from === null) return { ids, said: '' };
  const { height } = await chain.head();
  const reading = { chain, from: plan.from, height };
  const used = await findUsed(reading, hashes);
  const byId = new Map(plan.planned.map((one) => [one.withdrawalId, one]));
  for (const { id, txHash } of pending) {
    const planned = byId.get(id);
    if (planned === undefined) continue;
    const why = await whyDead(reading, planned, used);
    if (why === null || (await mayPay(reading, txHash, planned))) continue;
    ids.add(id);
    said.add(why);
  }
  return { ids, said: [...said].join('\n') };
}

/** Whether a transaction is the very one of a batch: its hash (Tron), or its nonce or coins. */
export function isPlanned(
  { uses, hash }: Pick<Planned, 'uses' | 'hash'>,
  found: { readonly hash: string; readonly mined: Pick<Mined, 'uses'> },
): boolean {
  if (hash !== null) return hash === found.hash;
  return uses.some((use) => found.mined.uses?.includes(use) === true);
}

/** What the chain says of a hash that was handed in wrongly, and of the one that is to stand in its place. */
export type Correction = 'right' | 'old-may-pay' | 'new-is-wrong';

/**
 * Whether another hash may stand in the place of one that was handed in.
 *
 * @throws ChainUnreadable when the node does not answer
 */
export async function judgeCorrection(
  chain: Chain,
  about: {
    readonly plan: Plan;
    readonly id: string;
    readonly oldHash: string;
    readonly newHash: string;
  },
): Promise<Correction> {
  const { plan, id, oldHash, newHash } = about;
  const planned = plan.planned.find(({ withdrawalId }) => withdrawalId === id);
  if (planned === undefined || plan.from === null) return 'new-is-wrong';
  const { height } = await chain.head();
  const reading = { chain, from: plan.from, height };
  if (await mayPay(reading, oldHash, planned)) return 'old-may-pay';
  const found = await chain.transaction(newHash);
  if (found.state === 'waiting') return 'right';
  if (!('block' in found) || !isFrom(reading, found)) return 'new-is-wrong';
  if (found.state === 'mined') return pays(found, planned) ? 'right' : 'new-is-wrong';
  // What failed pays the owner back: it has to be the very transaction of the batch.
  return isPlanned(planned, { hash: newHash, mined: found }) ? 'right' : 'new-is-wrong';
}

/** How a network writes the hash of a transaction. */
export const HASH: Readonly<Record<Network, RegExp>> = {
  ethereum: /^0x[0-9a-f]{64}$/,
  tron: /^[0-9a-f]{64}$/,
  bitcoin: /^[0-9a-f]{64}$/,
};
