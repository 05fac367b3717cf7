import { type Tally, missingOf } from '../counts.ts';
import type { World } from './world.ts';

const COMMANDS = [
  ...['time', 'end', 'charity', 'offer', 'change', 'cancel', 'payout', 'deliver', 'decide', 'bid'],
  ...['all', 'buy', 'overask', 'together', 'pause', 'limit', 'deposit', 'reversal', 'repay'],
  ...['switch', 'again', 'killed', 'creatorPayout'],
] as const;

/** What a simulation of tokens is there for. */
const SHOULD_HAPPEN = [
  ...COMMANDS.map((what) => `did ${what}`),
  ...['first bid', 'outbid another', 'raised', 'all that is one’s own', 'buy taken'],
  ...['together: auction', 'together: fixed'],
  ...['sold at its end', 'sold at its price', 'closed', 'cancelled', 'delivered'],
  ...['an end moved', 'an end moved no more', 'at an end -1', 'at an end 0', 'at an end 1'],
  ...['paid out', 'two charities', 'nothing left over', 'no part but the charity’s'],
  ...[
    'approved',
    'rejected',
    'decided later',
    'overtaken',
    'a change overtaken',
    'a cancel overtaken',
  ],
  ...['charity refused', 'change refused', 'cancel refused', 'payout refused', 'delivery refused'],
  ...['creatorPayout refused', 'an artist paid', 'nothing owed to an artist'],
  ...['a reversed deposit is owed', 'a refund pays what is owed', 'repaid'],
  ...['pause freeze', 'pause timeout', 'pause unfreeze', 'a tighter limit', 'a looser limit'],
  ...['process ended in a bid', 'process ended in an end'],
  ...['same request again', 'same request, other body'],
  ...['not-yet-open', 'user-status-forbids', 'token-not-on-sale', 'quantity-refused'].map(refused),
  ...['address-missing', 'address-not-usable-yet', 'free-margin-short', 'limit-reached'].map(
    refused,
  ),
] as const;

function refused(name: string): string {
  return `refused: ${name}`;
}

/** Counts what a run left behind. */
export function tallyOf(world: World): Tally {
  const all: Tally = new Map(world.tally);
  const add = (what: string): void => {
    all.set(what, (all.get(what) ?? 0) + 1);
  };
  const { tokens, sales, bids, payouts, cases, charities, creators, entries } = world.now;
  for (const token of tokens) {
    if (token.state === 'sold' || token.state === 'delivered') {
      add(token.kind === 'fixed' ? 'sold at its price' : 'sold at its end');
    }
    if (token.state !== 'open') add(token.state);
    if (token.extensions > 0) add('an end moved');
  }
  const full = new Set(
    tokens.flatMap(({ id, extensions, most }) => (extensions === most && most > 0 ? [id] : [])),
  );
  const late = bids.filter(({ tokenId, extended }) => full.has(tokenId) && !extended);
  if (late.length > 0) add('an end moved no more');
  for (const { creator, house } of sales) {
    if (creator + house === 0n) add('no part but the charity’s');
  }
  for (const { raised, paidOut } of charities) {
    if (raised > 0n && raised === paidOut) add('nothing left over');
  }
  for (const { earned, paidOut } of creators) {
    if (earned > 0n && earned === paidOut) add('nothing owed to an artist');
  }
  for (const { to } of payouts) add(to === 'charity' ? 'paid out' : 'an artist paid');
  if (charities.length > 1) add('two charities');
  const named = new Set([
    ...tokens.flatMap(({ caseId, cancelCase }) => [caseId, cancelCase ?? '']),
    ...[...payouts, ...world.now.deliveries].map((one) => ('caseId' in one ? one.caseId : one.id)),
    ...charities.map(({ caseId }) => caseId),
    ...world.offeredBy,
  ]);
  for (const { id, kind, verdict, appliedAt } of cases.values()) {
    if (verdict !== 'approved' || appliedAt === null || named.has(id)) continue;
    add('overtaken');
    if (kind === 'tokenChange') add('a change overtaken');
    if (kind === 'tokenCancel') add('a cancel overtaken');
  }
  for (const { kind, postings } of entries) {
    const isOwed = postings.some(({ to }) => to === 'user:reversed');
    if (kind === 'nft-outbid' && isOwed) add('a refund pays what is owed');
  }
  return all;
}

/** What never happened. */
export const missing = (all: Tally): string[] => missingOf(all, SHOULD_HAPPEN);
