import {
  ASSETS,
  HOUR_MS,
  type Result,
  type UserId,
  ensure,
  formatDecimal,
  formatMoney,
  newUuid,
  ok,
  parseMoney,
  plusMs,
  utcDayOf,
  fail,
} from '@candor/kernel';
import { LOAN_DAYS, LOAN_LINES } from '@candor/pricing';
import { type Failure, loans as protocol } from '@candor/protocol';
import { findVerification } from '../../identity/index.ts';
import type { LoanDeps } from '../loan/deps.ts';
import { agreementOf, agreementText, amountTexts, costTexts } from '../loan/agreement.ts';
import type { HeldOffer } from '../loan/loan.ts';
import { bidsNow, lendingBids, collateralTexts } from '../loan/pricing.ts';
import {
  REVIEW_MS,
  SALE_AFTER_DAYS,
  availableOf,
  decideLending,
  decidePledge,
  ownMax,
  readCollateral,
} from '../loan/rules.ts';
import { insertOffer } from '../loan/offer-store.ts';
import { sumOpen } from '../loan/store.ts';
import { findAccount } from './account.ts';
import { lendingFacts, levelMax } from './terms.ts';

type LoanOffer = protocol.LoanOffer;
type LoanOfferBody = protocol.LoanOfferBody;
type LoanTerms = protocol.LoanTerms;

const price = ({ parameters }: LoanDeps) => ({
  freeDays: parameters.count('loan.freeDays'),
  rateDaily: parameters.share('loan.rateDaily'),
});

/** What loans are offered on, and what a user may pledge and borrow. */
export async function termsNow(deps: LoanDeps, userId: UserId): Promise<LoanTerms> {
  const { db, parameters } = deps;
  const account = { userId, mode: 'real' } as const;
  const [held, open, netAssets, identified] = await Promise.all([
    findAccount(db, deps, userId),
    sumOpen(db, userId),
    deps.netAssets(db, account),
    findVerification(db, userId),
  ]);
  const bids = bidsNow(deps);
  const line = parameters.share('loan.ltvMax');
  const { freeDays, rateDaily } = price(deps);
  return {
    days: [...LOAN_DAYS],
    freeDays,
    rateDaily: formatDecimal(rateDaily),
    ltvMax: formatDecimal(line),
    notices: LOAN_LINES.notices.map((one) => formatDecimal(one)),
    saleLine: formatDecimal(LOAN_LINES.sale),
    spreadRate: formatDecimal(parameters.share('exchange.spread')),
    offerDays: parameters.count('loan.offerDays'),
    reviewHours: REVIEW_MS / HOUR_MS,
    amountMin: formatMoney(parameters.usdt('loan.amountMin')),
    limits: protocol.LOAN_LEVELS.map((level) => ({
      level,
      amount: formatMoney(levelMax(deps, level)),
    })),
    level: identified.level,
    identity: identified.state,
    owed: formatMoney(open.owed),
    ownMax: netAssets === null ? null : formatMoney(ownMax({ netAssets, line })),
    collateral: ASSETS.map((asset) => {
      const available = availableOf(asset, held);
      const bid = asset === 'USDT' ? undefined : bids[asset];
      return {
        asset,
        available: available === null ? null : formatMoney(available),
        bid: bid === undefined ? null : formatDecimal(bid),
      };
    }),
  };
}

/**
 * Says what a loan would cost and holds it until it has to be signed. A user who was not identified yet
 * sees what the first level would be offered.
 */
export async function offerLoan(
  deps: LoanDeps,
  userId: UserId,
  body: LoanOfferBody,
): Promise<Result<LoanOffer, Failure>> {
  const { db, clock, parameters, contracts, papers } = deps;
  const collateral = readCollateral(body.collateral);
  if (!collateral.ok) return collateral;
  const [account, identified] = await Promise.all([
    findAccount(db, deps, userId),
    findVerification(db, userId),
  ]);
  const username = ensure(await deps.usernameOf(db, userId), 'the user exists');
  const at = clock.now();
  const bids = lendingBids(deps, at);
  const line = parameters.share('loan.ltvMax');
  const facts = await lendingFacts(db, deps, {
    userId,
    principal: parseMoney(body.amount, 'USDT'),
    days: body.days,
    collateral: collateral.value,
    bids,
    line,
    level: identified.level === 0 ? 1 : identified.level,
    counts: 'asked',
  });
  const lent = contracts.unjudged.watch(decideLending(facts));
  if (!lent.ok) return lent;
  const pledged = contracts.unjudged.watch(decidePledge(collateral.value, account));
  if (!pledged.ok) return pledged;
  const principal = lent.value;
  const terms = { principal, days: body.days, price: price(deps), drawnOn: utcDayOf(at) };
  const cost = costTexts(terms);
  const agreementId = newUuid(at);
  const standing = collateralTexts({ debt: principal, collateral: collateral.value, bids });
  const { value, ltv } = standing;
  // It was judged a line ago.
  if (value === null || ltv === null) return fail({ name: 'not-tradable-now' });
  const agreement = agreementText(
    agreementOf({
      id: agreementId,
      at,
      lender: {
        name: parameters.text('operator.name'),
        address: parameters.text('operator.address'),
        country: parameters.text('operator.country'),
        licence: parameters.text('operator.licence'),
        complaints: parameters.text('operator.complaints'),
      },
      borrower: { id: userId, username },
      words: papers.wordsHash,
      rehearsal: deps.isRehearsal,
      bids,
      standing: { ...standing, value, ltv },
      cost,
      collateral: collateral.value,
      ltvMax: line,
      spreadRate: parameters.share('exchange.spread'),
      offerDays: parameters.count('loan.offerDays'),
      saleAfterDays: SALE_AFTER_DAYS,
    }),
  );
  const offer: HeldOffer = {
    userId,
    id: newUuid(at),
    principal,
    days: body.days,
    price: terms.price,
    ltvMax: line,
    offered: collateral.value,
    agreementId,
    agreement: agreement.text,
    agreementHash: agreement.hash,
    offeredAt: at,
    expiresAt: plusMs(at, protocol.LOAN_OFFER_MS),
  };
  await db.transaction((tx) => insertOffer(tx, offer));
  return ok({
    offerId: offer.id,
    agreementId,
    ...cost,
    collateral: amountTexts(collateral.value),
    value,
    ltv,
    ltvMax: formatDecimal(line),
    steps: standing.steps,
    agreementHash: agreement.hash,
    expiresAt: offer.expiresAt,
    heldMs: protocol.LOAN_OFFER_MS,
  });
}
