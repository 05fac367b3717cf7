import {
  type ContractId,
  type Mode,
  type Price,
  type Quantity,
  type Rate,
  type TickId,
  type UserId,
  type UtcDay,
  addMoney,
  assert,
  startOfDay,
} from '@candor/kernel';
import { financing, notionalUsdt } from '@candor/pricing';
import { draft } from '../../ledger/index.ts';
import type { Contract } from '../order/contract.ts';
import { CONTRACTS_CHANGED, type ContractsChanged } from '../order/events.ts';
import { type FinancingCharge, chargeStatements } from './financing-store.ts';
import { post } from '../batch/batch-changes.ts';
import { type BatchTransaction, accountOf } from '../batch/batch-transaction.ts';

/** What one contract is charged by for one midnight. */
export type FinancingTerms = {
  readonly contractId: ContractId;
  /** Open at the midnight, whatever was closed since. */
  readonly lots: Quantity;
  readonly parameter: string;
  readonly parameterVersion: number;
  readonly rate: Rate;
  /** Last price in force received before the midnight: bid for a long, ask for a short. */
  readonly mark: Price;
  readonly markTick: TickId;
  readonly link: Price;
  readonly linkTick: TickId | null;
};

/** Charging a trading account's contracts for a midnight they were open at. */
export type FinancingCommand = {
  readonly kind: 'financing';
  readonly userId: UserId;
  readonly mode: Mode;
  /** The UTC day that began then. */
  readonly day: UtcDay;
  readonly terms: readonly FinancingTerms[];
};

/** The charge of one contract; both sides pay. @rounding up, once */
function chargeOf(
  contract: Contract,
  terms: FinancingTerms & { readonly day: UtcDay },
): FinancingCharge {
  const { contractSize, userId, mode } = contract;
  const { lots } = terms;
  const trade = { lots, contractSize, price: terms.mark, link: terms.link };
  return {
    ...terms,
    userId,
    mode,
    notional: notionalUsdt(trade),
    amount: financing({ ...trade, rateDaily: terms.rate }),
  };
}

function changedBy(charges: readonly FinancingCharge[]): ContractsChanged {
  return {
    changed: charges.map(({ userId, mode, contractId }) => ({ userId, mode, contractId })),
  };
}

/**
 * Charges a trading account for a midnight: from cash, and what cash lacks becomes deficit. A part
 * that was closed since pays with what is left of its contract; what was closed as a whole, or
 * opened after the midnight, pays nothing. A contract that was charged for the day before makes the
 * whole command fail, because nothing is charged twice.
 *
 * @source LEDGER 2, row "financing, daily"; PRODUCT 4
 */
export function chargeFinancing(batch: BatchTransaction, command: FinancingCommand): ContractId[] {
  const { day } = command;
  const midnight = startOfDay(day);
  const state = accountOf(batch, command);
  const charges: FinancingCharge[] = [];
  for (const terms of command.terms) {
    const contract = state.find(terms.contractId);
    if (contract === undefined || contract.open.at >= midnight) continue;
    const charge = chargeOf(contract, { ...terms, day });
    assert(charge.amount.units >= 0n, 'financing is a cost');
    const book = draft('USDT', state.holdings());
    book.charge('house:financing', charge.amount.units);
    post(batch, contract, {
      kind: 'financing',
      requestId: `${contract.id}:financing:${day}`,
      part: 0,
      cause: 'timer',
      subject: contract.id,
      postings: book.postings(),
    });
    const after: Contract = {
      ...contract,
      financing: addMoney(contract.financing, charge.amount),
      financingLeft: addMoney(contract.financingLeft, charge.amount),
      // Rows are counted the same way: a charge of nothing changes nothing.
      changes: contract.changes + (charge.amount.units === 0n ? 0 : 1),
    };
    state.remove(contract);
    state.add(after);
    batch.after.set(after.id, after);
    charges.push(charge);
    batch.notes.push({
      order: after,
      kind: 'financed',
      by: 'timer',
      price: charge.mark,
      tickId: charge.markTick,
      amount: charge.amount,
      at: batch.now,
    });
  }
  batch.extra.push(...chargeStatements(charges, batch.now));
  if (charges.length > 0)
    batch.facts.push({ topic: CONTRACTS_CHANGED, payload: changedBy(charges) });
  return charges.map(({ contractId }) => contractId);
}
