import { type UnixMs, formatMoney, money } from '@candor/kernel';
import { tokenTermsOf } from '../../../src/nft/deciding/terms.ts';
import type { OfferedTerms } from '../../../src/nft/index.ts';
import { decideOpen } from '../../nft-planting.ts';
import { SCALE } from '../conversion.ts';
import { count } from '../counts.ts';
import { pick } from '../picking.ts';
import { onSale } from './bidding.ts';
import type { Command } from './commands.ts';
import type { Charity, Token } from './snapshot.ts';
import { type World, charityOf } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

const MINUTE_MS = 60_000;
/** A member who may propose everything there is about tokens. */
const SAID = {
  actor: { id: 'a', roles: ['content', 'risk', 'cashierMaker'] },
  note: 'a test',
  action: 'tokens.propose',
} as const;
/** From which number on a token to cancel is one of all there are. */
const ANY = 9;
/** So often a case is tried where another turn of the same work may have begun just before. */
const TRIES = 3;

type Proposed = Awaited<ReturnType<World['product']['app']['nft']['desk']['proposeCancel']>>;

async function decideNow(world: World, id: string, verdict: 'approved' | 'rejected') {
  await decideOpen(world.product, id, { verdict, tries: TRIES });
  count(world, verdict);
}

/** What was proposed waits, or is decided at once; what may be proposed is said by `may`. */
async function proposed(
  world: World,
  kind: string,
  { came, may, now }: { readonly came: Proposed; readonly may: boolean; readonly now: boolean },
): Promise<void> {
  if (came.ok !== may) {
    world.wrong.push(`${kind} was ${came.ok ? 'proposed' : `refused: ${came.failure.name}`}`);
  }
  count(world, came.ok ? `proposed ${kind}` : `${kind} refused`);
  if (!came.ok) return;
  if (now) await decideNow(world, came.value.id, 'approved');
  else world.open.push(came.value.id);
}

export async function decide(world: World, { which, verdict }: Of<'decide'>): Promise<void> {
  const id = pick(world.open, which);
  if (id === null) return;
  world.open.splice(world.open.indexOf(id), 1);
  await decideNow(world, id, verdict);
  count(world, 'decided later');
}

export async function charity(world: World, { same, now }: Of<'charity'>): Promise<void> {
  const number = same ? '1' : String(world.now.cases.size + 1);
  const { desk } = world.product.app.nft;
  const came = await desk.proposeCharity(charityOf(number), SAID);
  return proposed(world, 'charity', { came, may: !same, now });
}

function termsOf(world: World, to: Charity, command: Of<'offer'>): OfferedTerms {
  const { kind, price, step, minutes, later, extend, most, charityBasis, chain } = command;
  const startsAt = world.product.clock.now() + later * MINUTE_MS;
  const rest = 10_000 - charityBasis;
  const place = { chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' } as const;
  const auction = {
    step: money('USDT', BigInt(step) * 1_000n),
    endsAt: (startsAt + minutes * MINUTE_MS) as UnixMs,
    extension: { minutes: extend, most },
  };
  return {
    title: `Token ${world.now.tokens.length + 1}`,
    text: '',
    creator: `Artist ${price % 3}`,
    beneficiaryId: to.id,
    artId: world.artId,
    place: chain === null ? null : { ...place, chain },
    price: money('USDT', BigInt(price) * 1_000n + 1n),
    split: {
      charity: charityBasis,
      creator: Math.floor(rest / 3),
      house: rest - Math.floor(rest / 3),
    },
    startsAt: startsAt as UnixMs,
    auction: kind === 'auction' ? auction : null,
  };
}

export async function offer(world: World, command: Of<'offer'>): Promise<void> {
  const to = pick(world.now.charities, command.charity);
  if (to === null) return;
  const came = await world.product.app.nft.desk.proposeToken(termsOf(world, to, command), SAID);
  return proposed(world, 'offer', { came, may: true, now: command.now });
}

/** Whether an auction on some terms would have time left. */
function hasTime({ kind, startsAt, endsAt }: Token, now: number): boolean {
  return kind === 'fixed' || (endsAt ?? 0) > Math.max(startsAt, now);
}

export async function change(world: World, command: Of<'change'>): Promise<void> {
  const token = pick(onSale(world), command.which);
  const facts = world.now.cases.get(token?.caseId ?? '')?.facts;
  const terms = facts === undefined ? null : tokenTermsOf(facts);
  if (token === null || terms === null) return;
  const { desk } = world.product.app.nft;
  const price = money('USDT', BigInt(command.price) * SCALE.USDT + 7n);
  const came = await desk.proposeChange(token.id, { ...terms, price }, SAID);
  const may = token.bids === 0 && hasTime(token, world.product.clock.now());
  return proposed(world, 'change', { came, may, now: command.now });
}

export async function cancel(world: World, { which, now }: Of<'cancel'>): Promise<void> {
  // One of all there are, now and then: what is off sale is refused.
  const token = pick(which < ANY ? onSale(world) : world.now.tokens, which);
  if (token === null) return;
  const { desk } = world.product.app.nft;
  const came = await desk.proposeCancel(token.id, 'The artist withdrew', SAID);
  return proposed(world, 'cancel', { came, may: token.state === 'open', now });
}

/** A share of what is left for one of those who are paid. */
async function paysOut(
  world: World,
  of: { readonly to: 'charity' | 'creator'; readonly id: string; readonly left: bigint },
  command: Pick<Of<'payout'>, 'share' | 'twice' | 'now'>,
): Promise<void> {
  const { to, id, left } = of;
  const units = (left * BigInt(command.share)) / 1_000n;
  const paid = command.twice ? world.now.payouts.at(-1) : undefined;
  if (units === 0n) return;
  const account = to === 'charity' && paid?.account === 'tron' ? 'tron' : 'outside';
  const reference = paid?.reference ?? `bank ${world.now.cases.size}`;
  const terms = { amount: formatMoney(money('USDT', units)), receipt: 'R-1', receiptSha256: null };
  const { desk } = world.product.app.nft;
  const came = await desk.proposePayout(to, id, { ...terms, account, reference }, SAID);
  const may = paid === undefined && units <= left;
  const kind = to === 'charity' ? 'payout' : 'creatorPayout';
  return proposed(world, kind, { came, may, now: command.now });
}

export async function payout(world: World, command: Of<'payout'>): Promise<void> {
  const of = pick(world.now.charities, command.charity);
  if (of === null) return;
  return paysOut(world, { to: 'charity', id: of.id, left: of.raised - of.paidOut }, command);
}

export async function creatorPayout(world: World, command: Of<'creatorPayout'>): Promise<void> {
  const of = pick(world.now.creators, command.creator);
  if (of === null) return;
  return paysOut(world, { to: 'creator', id: of.id, left: of.earned - of.paidOut }, command);
}

export async function deliver(world: World, { which, now }: Of<'deliver'>): Promise<void> {
  const sold = world.now.tokens.filter(({ state }) => state === 'sold' || state === 'delivered');
  const token = pick(sold, which);
  if (token === null) return;
  const hash = `0x${String(world.now.cases.size).padStart(64, '0')}`;
  const came = await world.product.app.nft.desk.proposeDelivery(token.id, hash, SAID);
  const may = token.state === 'sold' && token.chain !== null;
  return proposed(world, 'delivery', { came, may, now });
}
