import { addMoney, formatMoney, parseMoney, zero } from '@candor/kernel';
import { repaymentOf } from '@candor/pricing';
import type { Loan } from '@candor/protocol/light';

const usdt = (text: string) => parseMoney(text, 'USDT') ?? zero('USDT');

/** What a repayment pays: interest first. Null where it is not of what is owed. */
export function repaymentTexts(
  loan: Pick<Loan, 'principalOwed' | 'interestOwed'>,
  amount: string | null,
): { readonly interest: string; readonly principal: string; readonly left: string } | null {
  const owed = { principal: usdt(loan.principalOwed), interest: usdt(loan.interestOwed) };
  const whole = addMoney(owed.principal, owed.interest);
  const paid = amount === null ? null : parseMoney(amount, 'USDT');
  if (paid === null || paid.units <= 0n || paid.units > whole.units) return null;
  const { interest, principal, left } = repaymentOf(owed, paid);
  return {
    interest: formatMoney(interest),
    principal: formatMoney(principal),
    left: formatMoney(addMoney(left.principal, left.interest)),
  };
}
