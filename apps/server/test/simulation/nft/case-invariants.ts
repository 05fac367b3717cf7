import { DAY_MS } from '@candor/kernel';
import type { Invariant, Seen } from './seen.ts';
import type { Case, Token } from './snapshot.ts';

const casesOf = ({ now }: Seen, kind: string): Case[] =>
  [...now.cases.values()].filter((one) => one.kind === kind);
/** Cases of a kind that were approved and are through. */
const throughOf = (seen: Seen, kind: string): (Case & { appliedAt: number })[] =>
  casesOf(seen, kind).flatMap((one) =>
    one.appliedAt === null || one.verdict !== 'approved'
      ? []
      : [{ ...one, appliedAt: one.appliedAt }],
  );
const factOf = ({ facts }: Case, name: string): string => facts[name] ?? '';
const endOf = (one: Case): number | null =>
  factOf(one, 'endsAt') === '' ? null : Number.parseInt(factOf(one, 'endsAt'), 10);
const tokenOf = ({ now }: Seen, one: Case): Token | undefined =>
  now.tokens.find(({ id }) => id === factOf(one, 'id'));

/** Whatever staff do stands on a case of its own that members other than who proposed it approved. */
export const decided: Invariant = (seen) => {
  const { charities, tokens, payouts, deliveries, cases } = seen.now;
  const stands = (id: string | null, kinds: readonly string[]): string[] => {
    const one = cases.get(id ?? '');
    const what = kinds[0] ?? '';
    if (one === undefined || !kinds.includes(one.kind))
      return [`${what}: no case stands behind it`];
    const by = [one.openedBy, one.decidedBy, ...(one.people === 2 ? [one.firstBy] : [])];
    if (by.includes(null) || new Set(by).size !== by.length)
      return [`${what}: not decided by others`];
    return one.verdict === 'approved' && one.appliedAt !== null ? [] : [`${what}: not approved`];
  };
  return [
    ...charities.flatMap(({ caseId }) => stands(caseId, ['beneficiary'])),
    ...tokens.flatMap(({ caseId }) => stands(caseId, ['token', 'tokenChange'])),
    ...tokens.flatMap(({ state, cancelCase }) =>
      state === 'cancelled' ? stands(cancelCase, ['tokenCancel']) : [],
    ),
    ...payouts.flatMap(({ id, to }) => stands(id, [`${to}Payout`])),
    ...deliveries.flatMap(({ caseId }) => stands(caseId, ['tokenDelivery'])),
  ];
};

/** What was approved is offered on the terms of its case, unless its auction would be over by then. */
export const offering: Invariant = (seen) => [
  ...throughOf(seen, 'token').flatMap((one) => {
    const isOver = (endOf(one) ?? Number.MAX_SAFE_INTEGER) <= one.appliedAt;
    if (tokenOf(seen, one) === undefined) return isOver ? [] : ['approved, and not offered'];
    return isOver ? ['offered behind its end'] : [];
  }),
  ...seen.now.tokens.flatMap((token) => {
    const one = seen.now.cases.get(token.caseId);
    const terms = `${factOf(one as Case, 'charityBasis')} ${factOf(one as Case, 'beneficiaryId')}`;
    const isSame = terms === `${token.charityBasis} ${token.charityId}`;
    return isSame ? [] : ['offered on other terms than were decided'];
  }),
  ...throughOf(seen, 'beneficiary').flatMap((one) => {
    const isThere = seen.now.charities.some(({ caseId }) => caseId === one.id);
    const number = factOf(one, 'registerNumber');
    const others = throughOf(seen, 'beneficiary').filter(
      (other) => other.id !== one.id && factOf(other, 'registerNumber') === number,
    );
    return isThere || others.length > 0 ? [] : ['approved, and not registered'];
  }),
];

/** Terms change before the first bid alone, and of the version that was looked at. */
export const changing: Invariant = (seen) =>
  seen.now.tokens.flatMap((token) => {
    const before = seen.before.tokens.find(({ id }) => id === token.id);
    if (before === undefined || before.caseId === token.caseId) return [];
    const one = seen.now.cases.get(token.caseId);
    const found: string[] = [];
    if (before.bids > 0) found.push('terms changed behind a bid');
    if (one === undefined || factOf(one, 'version') !== String(before.version)) {
      found.push(
        `version ${before.version} was changed by who saw ${one && factOf(one, 'version')}`,
      );
    }
    return found;
  });

/** Cancelled is what was on sale; an auction whose end came is won all the same. */
export const cancelling: Invariant = (seen) => [
  ...seen.now.tokens.flatMap(({ state, endsAt, closedAt }) =>
    state === 'cancelled' && endsAt !== null && (closedAt ?? 0) >= endsAt
      ? [`cancelled ${(closedAt ?? 0) - endsAt} ms behind its end`]
      : [],
  ),
  ...throughOf(seen, 'tokenCancel').flatMap((one) => {
    const token = tokenOf(seen, one);
    if (token === undefined || token.cancelCase === one.id) return [];
    const isOver = token.endsAt !== null && token.endsAt <= one.appliedAt;
    const isGone = token.closedAt !== null && token.closedAt <= one.appliedAt;
    return isOver || isGone ? [] : ['approved, and not cancelled'];
  }),
];

/** A reference pays once; what was approved is paid, unless its reference was, or its week is over. */
export const paying: Invariant = (seen) => {
  const { payouts } = seen.now;
  const named = payouts.map(({ account, reference }) => `${account} ${reference}`);
  const twice = named.length - new Set(named).size;
  return [
    ...(twice > 0 ? ['one reference paid twice'] : []),
    ...[...throughOf(seen, 'charityPayout'), ...throughOf(seen, 'creatorPayout')].flatMap((one) => {
      const payout = payouts.find(({ id }) => id === one.id);
      if (payout !== undefined) {
        const { to, payeeId, amount } = payout;
        const said = `${one.kind} ${factOf(one, 'id')} ${factOf(one, 'units')}`;
        const isSame = said === `${to}Payout ${payeeId} ${amount}`;
        return isSame ? [] : ['paid out otherwise than was decided'];
      }
      const isNamed = named.includes(`${factOf(one, 'account')} ${factOf(one, 'reference')}`);
      const isLapsed = one.appliedAt - (one.decidedAt ?? 0) >= 7 * DAY_MS;
      return isNamed || isLapsed ? [] : ['approved, and not paid out'];
    }),
  ];
};
