import { randomUUID } from 'node:crypto';
import { type UserId, formatMoney, parseMoney, utcDayOf } from '@candor/kernel';
import { PICTURE } from '../../form.ts';
import { confirmDraw, decideLoan } from '../../loans.ts';
import { SCALE } from '../conversion.ts';
import type { Answer } from '../asking.ts';
import { count } from '../counts.ts';
import { pick, userAt } from '../picking.ts';
import { ask } from './asking.ts';
import { COINS, type Command, type Mix, type Pledged } from './commands.ts';
import { DRAWN_AT, interestOf, isWithin, ownSale, valueOf } from './figures.ts';
import { debtsOf, netOf } from './invariants.ts';
import { cashOf, debtOf, inState, ownerOf, running } from './picking.ts';
import { movePrice } from './prices.ts';
import { type SimUser, type World, bidsNow } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;
type Held = ReadonlyMap<Pledged, bigint>;

const text = (asset: Pledged, units: bigint): string => formatMoney({ asset, units });
const amounts = (held: Held) =>
  [...held].map(([asset, units]) => ({ asset, amount: text(asset, units) }));

const ASSETS_OF: Readonly<Record<Mix, readonly Pledged[]>> = {
  USDT: ['USDT'],
  BTC: ['BTC'],
  ETH: ['ETH'],
  both: ['BTC', 'ETH'],
  all: ['USDT', 'BTC', 'ETH'],
};

/** So many thousandths of what a user has of some assets. */
function shareOf(world: World, userId: string, mix: Mix, share: number): Held {
  const parts = ASSETS_OF[mix].map((asset): [Pledged, bigint] => [
    asset,
    (cashOf(world, userId, asset) * BigInt(share)) / 1_000n,
  ]);
  return new Map(parts.filter(([, units]) => units > 0n));
}

type Terms = { readonly principal: bigint; readonly days: number; readonly held: Held };

async function offered(world: World, userId: UserId, { principal, days, held }: Terms) {
  const body = { amount: text('USDT', principal), days, collateral: amounts(held) };
  const offer = await world.product.app.loans.offer(userId, body as never);
  return { body, offer };
}

/** What a loan costs that is repaid when it is due: a night after another, by the table. */
function costOf({ principal, days }: Terms): bigint {
  let interest = 0n;
  for (let night = 1; night <= days; night += 1) interest += interestOf(principal, night);
  return interest;
}

async function signature(world: World, token: string): Promise<string> {
  const form = { purpose: 'signature', file: PICTURE };
  return (await world.product.call('files.upload', { token, form })).result.fileId;
}

/** Asks for a loan on terms, its agreement signed, or signed by a picture that is none. */
async function request(
  world: World,
  { who, terms, signed }: { who: SimUser; terms: Terms; signed: (() => Promise<string>) | null },
): Promise<Answer | string> {
  const { userId } = who;
  const { body, offer } = await offered(world, userId, terms);
  if (!offer.ok) return offer.failure.facts?.['why'] ?? offer.failure.name;
  const { offerId, agreementId, interest, total } = offer.value;
  const cost = costOf(terms);
  const said = [interest, total].map((one) => parseMoney(one, 'USDT')?.units);
  if (said[0] !== cost || said[1] !== terms.principal + cost) {
    world.wrong.push(`an offer says ${interest} of interest, the table ${cost}`);
  }
  const signatureId = signed === null ? randomUUID() : await signed();
  const all = { ...body, offerId, agreementId, signatureId };
  const { commands } = world.product.app.loans;
  const asked = { who, call: 'loans.apply', body: all, again: false } as const;
  return ask(world, asked, (command) => commands.apply(command, all as never));
}

export async function apply(world: World, act: Of<'apply'>, token: string): Promise<void> {
  const who = userAt(world, act.user);
  const held = shareOf(world, who.userId, act.mix, act.share);
  await world.say();
  const value = valueOf(held, bidsNow(world)) ?? 0n;
  const principal = (value * BigInt(act.ltv)) / 1_000n;
  if (principal === 0n) return;
  const terms = { principal, days: act.days, held };
  const answer = await request(world, { who, terms, signed: () => signature(world, token) });
  if (typeof answer === 'string') {
    count(world, `offer refused: ${answer}`);
    return;
  }
  if (answer.code !== '200') return;
  world.asked.set(answer.id, { userId: who.userId, ...terms });
  await world.look();
}

/** More than is lent: on what secures it, on what is owned, at a level; or without a signature, or on a grain. */
export async function overask(world: World, act: Of<'overask'>, token: string): Promise<void> {
  const { how } = act;
  const who = userAt(world, act.user);
  const { userId } = who;
  const all = shareOf(world, userId, 'all', 1_000);
  await world.say();
  const bids = bidsNow(world);
  const value = valueOf(all, bids) ?? 0n;
  const most = (value * DRAWN_AT) / 100n;
  const net = netOf(world.now, userId, bids);
  const debts = debtsOf(world.now, userId);
  const own = net === null || net < 0n ? 0n : (net * DRAWN_AT) / 100n;
  const small = new Map(all).set('ETH', 1n);
  const one = 200n * SCALE.USDT;
  const terms: Readonly<Record<typeof how, Terms>> = {
    collateral: { principal: most + 1n, days: 7, held: all },
    own: { principal: own - debts + SCALE.USDT, days: 7, held: all },
    level: { principal: who.max - debts + 1n, days: 7, held: all },
    signature: { principal: one, days: 7, held: new Map([['BTC', SCALE.BTC / 50n]]) },
    dust: { principal: one, days: 7, held: small },
  };
  if (terms[how].principal <= 0n) return;
  const signed = how === 'signature' ? null : () => signature(world, token);
  const answer = await request(world, { who, terms: terms[how], signed });
  const isDone = typeof answer !== 'string' && answer.code === '200';
  if (isDone) world.wrong.push(`lent beyond: ${how}`);
  const why = typeof answer === 'string' ? answer : answer.name;
  count(world, `asked beyond ${how}: ${why}`);
}

/** Two people grant an application, or one rejects it. */
export async function decide(world: World, { which, verdict }: Of<'decide'>): Promise<void> {
  const loan = pick(inState(world, 'pendingReview'), which);
  if (loan === null) return;
  const reason = verdict === 'approved' ? 'as-proposed' : 'cannot-afford';
  await decideLoan(world.product, loan.id, { verdict, reason });
  await world.look();
}

export async function cancel(world: World, { which }: Of<'cancel'>): Promise<void> {
  const waiting = ['pendingReview', 'approved'];
  const others = inState(world, 'repaymentInProgress', 'repaid');
  const loan = pick([...inState(world, ...waiting), ...others], which);
  if (loan === null) return;
  const userId = loan.userId as UserId;
  const said = await world.product.app.loans.commands.cancel(userId, loan.id);
  const may = waiting.includes(loan.state);
  if (said.ok !== may) world.wrong.push(`taken back while ${loan.state}: ${said.ok}`);
  count(world, said.ok ? `taken back while ${loan.state}` : 'taken back too late');
  await world.look();
}

export async function draw(world: World, { which, again }: Of<'draw'>): Promise<void> {
  const { product } = world;
  const loan = pick(inState(world, 'approved'), which);
  if (loan === null) return;
  const who = ownerOf(world, loan);
  await world.say();
  const stepUp = await confirmDraw(product, who.userId, loan.id);
  const own = netOf(world.now, who.userId, bidsNow(world));
  const debts = debtsOf(world.now, who.userId);
  const { isVerified, max } = who;
  const { id } = loan;
  const under = (requestId: string): void => {
    world.wanted.set(requestId, { loanId: id, call: 'draw', asset: 'USDT', units: null });
  };
  const asked = { who, call: 'loans.draw', body: { id, stepUp }, again, under } as const;
  const answer = await ask(world, asked, (command) =>
    product.app.loans.commands.draw(command, { id, stepUp }),
  );
  if (answer.code === '200') {
    world.draws.push({ loanId: id, own, debts, who: { isVerified, max } });
  } else if (answer.why === 'own' && own !== null) {
    const isEnough = isWithin(debts + loan.principal, own - 5n, DRAWN_AT);
    if (isEnough) world.wrong.push(`refused on ${own} owned, ${debts} owed`);
  }
  await world.look();
}

export async function add(world: World, act: Of<'add'>): Promise<void> {
  const { asset, share, again } = act;
  const loan = pick(running(world), act.which);
  if (loan === null) return;
  const who = ownerOf(world, loan);
  const units = (cashOf(world, who.userId, asset) * BigInt(share)) / 1_000n;
  if (units === 0n) return;
  await world.say();
  const { id } = loan;
  const asked = { id, asset, amount: text(asset, units) };
  const under = (requestId: string): void => {
    world.wanted.set(requestId, { loanId: id, call: 'add', asset, units });
  };
  const said = { who, call: 'loans.add-collateral', body: asked, again, under } as const;
  await ask(world, said, (command) =>
    world.product.app.loans.commands.addCollateral(command, asked),
  );
  await world.look();
}

type Source = 'cash' | 'collateral';

const amountOf = (units: bigint | null) =>
  units === null ? ({ all: true } as const) : { amount: text('USDT', units) };

async function pay(
  world: World,
  asked: {
    readonly loanId: string;
    readonly who: SimUser;
    readonly source: Source;
    /** None: all that is owed. */
    readonly units: bigint | null;
    readonly again: boolean;
    /** The most of each asset that was shown. */
    readonly most?: Held;
  },
): Promise<Answer> {
  const { loanId: id, who, source, units, again, most } = asked;
  const body = {
    source,
    ...amountOf(units),
    ...(most === undefined ? {} : { sellsMost: amounts(most) }),
  };
  const under = (requestId: string): void => {
    world.wanted.set(requestId, { loanId: id, call: 'repay', asset: 'USDT', units });
  };
  const said = { who, call: 'loans.repay', body: { id, ...body }, again, under } as const;
  return ask(world, said, (command) =>
    world.product.app.loans.commands.repay(command, { id, body }),
  );
}

export async function repay(world: World, act: Of<'repay'>): Promise<void> {
  const { source, share, again } = act;
  const loan = pick(running(world), act.which);
  if (loan === null) return;
  const owed = debtOf(loan);
  const units = share === 1_000 ? null : (owed * BigInt(share)) / 1_000n;
  if (units === 0n) return;
  const who = ownerOf(world, loan);
  const answer = await pay(world, { loanId: loan.id, who, source, units, again });
  if (answer.code === '200') {
    count(world, `repaid ${units === null ? 'all' : 'in part'} from ${source}`);
  }
  await world.look();
}

/** What repaying from collateral would sell is asked first, and no more than that is sold. */
export async function shown(world: World, { which, share, moved }: Of<'shown'>): Promise<void> {
  const { app, clock } = world.product;
  const loan = pick(running(world), which);
  if (loan === null) return;
  const who = ownerOf(world, loan);
  const owed = debtOf(loan);
  const units = share === 1_000 ? null : (owed * BigInt(share)) / 1_000n;
  // Midnights that were not charged yet are charged first, and the table is of what is owed without them.
  const isCharged = loan.chargedThrough === utcDayOf(clock.now());
  if (units === 0n || !isCharged) return;
  await world.say();
  const { id } = loan;
  const quoted = await app.loans.quoteRepayment(who.userId, { id, body: amountOf(units) });
  const facts = {
    debt: owed,
    held: loan.pledged,
    aim: { kind: 'pay', amount: units ?? owed },
  } as const;
  const own = ownSale({ ...facts, bids: bidsNow(world) });
  if (!quoted.ok || own === null) {
    if (quoted.ok !== (own !== null)) world.wrong.push('what cannot be judged was quoted, or not');
    return world.look();
  }
  const { sold, paid, over, spread } = quoted.value;
  const said = [...sold.map(({ asset, amount }) => `${amount} ${asset}`), paid, over, spread];
  const want = [
    ...own.given.map(([asset, many]) => `${text(asset, many)} ${asset}`),
    ...[own.paid, own.received - own.paid, own.spread].map((many) => text('USDT', many)),
  ];
  if (said.join() !== want.join()) {
    world.wrong.push(`a quote says ${said.join()}, it has to be ${want.join()}`);
  }
  if (moved) {
    for (const coin of COINS) movePrice(world, coin, (world.cents[coin] * 99n) / 100n);
    await world.say();
  }
  const most: Held = new Map(own.given);
  const now = ownSale({ ...facts, bids: bidsNow(world) });
  const isMore = now?.given.some(([asset, many]) => many > (most.get(asset) ?? 0n)) === true;
  const one = { loanId: id, who, source: 'collateral', units, again: false, most } as const;
  const answer = await pay(world, one);
  if ((answer.name === 'quote-expired') !== isMore) {
    world.wrong.push(`sold beyond what was shown: ${isMore}, answered ${answer.name}`);
  }
  count(world, isMore ? 'more than was shown is not sold' : 'sold as it was shown');
  return world.look();
}

/** A unit more than is owed, or than there is. */
export async function overpay(world: World, { which, how }: Of<'overpay'>): Promise<void> {
  const loan = pick(running(world), which);
  if (loan === null) return;
  const who = ownerOf(world, loan);
  const [owed, cash] = [debtOf(loan), cashOf(world, who.userId, 'USDT')];
  // Midnights that were not charged yet are charged first.
  const units = how === 'owed' ? owed + SCALE.USDT * 100n : cash + 1n;
  if (how === 'free' && units > owed) return;
  const one = { loanId: loan.id, who, source: 'cash', units, again: false } as const;
  const answer = await pay(world, one);
  if (answer.code === '200') world.wrong.push(`repaid more than ${how}`);
  count(world, `overpaid ${how}: ${answer.why || answer.name}`);
  await world.look();
}

/** Staff propose that an overdue loan is lost; two of them decide, after something was paid or not. */
export async function writeOff(world: World, act: Of<'writeOff'>): Promise<void> {
  const { product } = world;
  const loan = pick(inState(world, 'overdue'), act.which);
  if (loan === null) return;
  const who = ownerOf(world, loan);
  const { userId, id } = { userId: who.userId, id: loan.id };
  const actor = { id: randomUUID(), roles: ['risk'] } as const;
  const said = { actor, note: 'Nothing can be sold.', action: 'loans.write-off' };
  const proposed = await product.app.loans.desk.proposeWriteOff({ userId, id }, said);
  if (!proposed.ok) return count(world, `write-off refused: ${proposed.failure.name}`);
  if (act.isPaid) {
    const units = SCALE.USDT;
    await pay(world, { loanId: id, who, source: 'cash', units, again: false });
  }
  const { verdict } = act;
  const reason = verdict === 'approved' ? 'uncollectable' : 'not-justified';
  await decideLoan(product, id, { kind: 'loanWriteOff', verdict, reason });
  await world.look();
  await world.read();
  const state = world.now.loans.find((one) => one.id === id)?.state;
  if (verdict === 'rejected' && state === 'writtenOff')
    world.wrong.push('forgiven though rejected');
  if (act.isPaid && state === 'writtenOff') world.wrong.push('forgiven though something was paid');
  count(world, state === 'writtenOff' ? 'written off' : `write-off ${verdict}, not done`);
}
