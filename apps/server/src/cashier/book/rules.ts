import { type Asset, DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs, plusMs } from '@candor/kernel';
import { type AddressProof, DELAY_HOURS, type DelayHours } from '@candor/protocol';

/** Addresses one address book may have. */
export const ADDRESSES_MAX = 50;

/** Hours a declared address waits at least. @source PRODUCT 9 */
const DECLARED_HOURS: DelayHours = 72;

/** How long the authorization of a wallet counts; then it is signed again. */
export const AUTHORIZATION_MS = 90 * DAY_MS;

/**
 * How long a contract's signature counts. What a contract accepts can change after it signed, so it
 * is asked anew for each withdrawal; long enough to quote and confirm one.
 */
export const CONTRACT_MS = 15 * MINUTE_MS;

/** How long new addresses wait, and a shorter wait that was asked for. */
export type Delay = {
  readonly hours: DelayHours;
  readonly next: { readonly hours: DelayHours; readonly from: UnixMs } | null;
};

/** What waits without anything chosen. @source RELIABILITY P37 */
export const DELAY_DEFAULT: Delay = { hours: 24, next: null };

/** The hours a number stands for. */
export function delayHours(hours: number): DelayHours | null {
  return DELAY_HOURS.find((one) => one === hours) ?? null;
}

/** A delay as it stands at a moment. @units now: Unix ms */
export function delayAt(delay: Delay, now: UnixMs): Delay {
  const { next } = delay;
  return next !== null && next.from <= now ? { hours: next.hours, next: null } : delay;
}

/**
 * A delay after its owner asked for another: a longer one at once, a shorter one after the present
 * one is over, so that a thief who shortens it wins nothing. Asking for the present one takes a
 * shorter one back.
 *
 * @units now: Unix ms
 * @source RELIABILITY P37
 */
export function decideDelay(present: Delay, hours: DelayHours, now: UnixMs): Delay {
  const { hours: held } = delayAt(present, now);
  if (hours >= held) return { hours, next: null };
  return { hours: held, next: { hours, from: plusMs(now, held * HOUR_MS) } };
}

/** From when an address can be used. @units at: Unix ms, when it was added or its holder declared */
export function usableFrom(delay: Delay, entry: { at: UnixMs; isDeclared: boolean }): UnixMs {
  const { hours } = delayAt(delay, entry.at);
  const waited = entry.isDeclared && hours < DECLARED_HOURS ? DECLARED_HOURS : hours;
  return plusMs(entry.at, waited * HOUR_MS);
}

/**
 * How an address was shown to be its owner's, and whether a withdrawal to it asks for a signature
 * first: of USDT alone, where nothing in force shows it.
 *
 * @source PRODUCT 9
 */
export function decideProof(facts: {
  readonly asset: Asset;
  readonly holder: string | null;
  /** Its wallet signed, and that is in force. */
  readonly isSigned: boolean;
}): { readonly proof: AddressProof; readonly needsProof: boolean } {
  const { asset, holder, isSigned } = facts;
  if (asset !== 'USDT') return { proof: 'none', needsProof: false };
  if (isSigned) return { proof: 'signed', needsProof: false };
  return holder === null
    ? { proof: 'none', needsProof: true }
    : { proof: 'declared', needsProof: false };
}
