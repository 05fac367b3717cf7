import {
  type Clock,
  type TickId,
  type UnixMs,
  SECOND_MS,
  isLaterTick,
  plusMs,
} from '@candor/kernel';
import { type Quote, isFresh } from '@candor/pricing';
import { type Contracts, type MarginCommand, passedReason } from '../contracts/index.ts';
import type { Market } from '../market/index.ts';
import type { Log } from '../platform/process/log.ts';
import type { MarginWatch } from './margin/margin.ts';
import { type OrderTable } from './tables/order-table.ts';
import type { Orders } from './orders/orders.ts';
import type { PassedOver } from './ticks/passed.ts';
import { placeAfter, placeBefore } from './ticks/place.ts';
import type { Sender } from './orders/sender.ts';
import type { Triggers } from './triggers/triggers.ts';
import { type Due, type OrderRecord, dueOf } from './tables/records.ts';

/** How long what failed is left alone before it is tried again. */
const RETRY_MS = SECOND_MS;
/** How long what could not be done yet, for want of a conversion rate, waits for the next try. */
const AGAIN_MS = 200;
/** What is due and was put off for so long is stuck: it is kept by itself, and an operator is told. */
const STUCK_MS = 60 * SECOND_MS;

/** What carries out what ticks set off. */
export type SettleDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly market: Pick<Market, 'actingFrom' | 'remembers'> & {
    instrument(code: string): { readonly freshForMs: number } | null;
  };
  readonly commands: Pick<Contracts['commands'], 'fill' | 'trigger' | 'margin'>;
  readonly table: OrderTable;
  readonly triggers: Triggers;
  readonly margin: MarginWatch;
  readonly overnight: Pick<Contracts['overnight'], 'settle'>;
  readonly orders: Pick<Orders, 'ask'>;
  readonly passed: PassedOver;
  readonly sender: Sender;
  readonly mayAct: (quote: Quote) => boolean;
};

/** Sends what is due to the commit path, which every order takes. Nothing here is awaited. */
export type Settle = {
  /** Sends an order that is due. */
  send(record: OrderRecord): void;
  /** Sends what was put off and whose time has come. */
  sendAgain(): void;
  /** Sends accounts whose level moved to be looked at exactly. */
  sendMargins(): void;
};

/** Whether what is due could not be done for so long that nobody may wait for it. */
export const isStuck = ({ putOffSince }: Due, now: UnixMs): boolean =>
  putOffSince !== null && now - putOffSince > STUCK_MS;

/** Makes what carries out what is due. */
export function createSettle(deps: SettleDeps): Settle {
  const { clock, log, market, commands, table, triggers, margin, overnight, sender } = deps;

  function carryOut(
    { order: { userId, mode, id } }: OrderRecord,
    { what, quote, trailed }: Due,
  ): ReturnType<typeof commands.fill> | ReturnType<typeof commands.trigger> {
    const asked = { userId, mode, contractId: id, quote };
    const { fill, trigger } = commands;
    if (what === 'fill') return fill({ ...asked, kind: 'fill' });
    const levels = trailed === null ? {} : { asked: trailed.level, askedBy: trailed.setBy };
    return trigger({ ...asked, kind: 'trigger', reason: what, ...levels });
  }

  /** An order that could not be filled at a tick goes on waiting for the next, which may be there. */
  function waitOn(
    record: OrderRecord,
    { from, why }: { readonly from: TickId; readonly why: string | undefined },
  ): void {
    const { code } = record.order;
    const now = clock.now();
    const freshForMs = market.instrument(code)?.freshForMs ?? 0;
    const after = market.actingFrom(code, from).filter(({ tickId }) => isLaterTick(tickId, from));
    const fresh = after.filter((one) => isFresh(one, { now, freshForMs }));
    const [first] = fresh;
    // Between the tick and the next that is looked at there may be some that memory let go.
    const isWhole = market.remembers(code, placeAfter(from));
    const skipped = after[after.length - fresh.length - 1]?.tickId ?? null;
    const lost = first === undefined || isWhole ? null : placeBefore(first.tickId);
    const to = skipped ?? lost ?? from;
    deps.passed.note(record.order, { from, to, reason: passedReason(why) });
    if (triggers.waitOn(record, fresh.filter(deps.mayAct))) send(record);
  }

  /** Has what is due and could not be done tried again in a while. */
  function putOff(due: Due, forMs: number): void {
    const now = clock.now();
    due.retryAt = plusMs(now, forMs);
    due.putOffSince ??= now;
  }

  /** Does what one tick set off. What cannot be done yet, for want of a conversion rate, stays due. */
  async function settleOne(record: OrderRecord, due: Due): Promise<void> {
    const { userId, id } = record.order;
    // What is closed after a midnight was open at it.
    const isClosing = due.what !== 'fill';
    if (isClosing && !(await overnight.settle(record.order, clock.now()))) {
      putOff(due, AGAIN_MS);
      return;
    }
    const outcome = await carryOut(record, due);
    const isLater = !outcome.ok && outcome.failure.name === 'not-tradable-now';
    if (isLater && isClosing) {
      putOff(due, AGAIN_MS);
      return;
    }
    const isMeant = record.state === due;
    if (isMeant) table.setState(record, 'answered');
    if (isLater && isMeant) {
      waitOn(record, { from: due.quote.tickId, why: outcome.failure.facts?.why });
    }
    // What was done was told at its commit; what was refused is another order than it was thought.
    else if (!outcome.ok) deps.orders.ask({ userId, id });
  }

  /** The same; what fails stays due, and keeps nothing else from being done. */
  async function settleDue(record: OrderRecord, due: Due): Promise<void> {
    if (record.state !== due) return;
    try {
      await settleOne(record, due);
    } catch (error) {
      putOff(due, RETRY_MS);
      due.hasFailed = true;
      const { id } = record.order;
      log.error({ err: error, contract: id, what: due.what }, 'what is due failed');
    }
  }

  async function settleMargin(command: MarginCommand): Promise<void> {
    const { userId, mode } = command;
    const at = clock.now();
    try {
      if (await overnight.settle(command, at)) margin.done(command, await commands.margin(command));
      else margin.failed(command, at);
    } catch (error) {
      margin.failed(command, plusMs(clock.now(), RETRY_MS));
      log.error({ err: error, userId, mode }, 'a margin level could not be seen to');
    }
  }

  function send(record: OrderRecord): void {
    const due = dueOf(record);
    if (due === null) return;
    due.retryAt = null;
    const { userId } = record.order;
    const purpose = due.what === 'fill' ? 'fills' : 'protects';
    sender.push({ userId, purpose, run: () => settleDue(record, due) });
  }

  return {
    send,
    sendAgain() {
      const now = clock.now();
      for (const record of table.due()) {
        const retryAt = dueOf(record)?.retryAt ?? null;
        if (retryAt !== null && retryAt <= now) send(record);
      }
    },
    sendMargins() {
      const now = clock.now();
      margin.applyConversionRates(now);
      for (const command of margin.takeNominated(now)) {
        const { userId } = command;
        sender.push({ userId, purpose: 'protects', run: () => settleMargin(command) });
      }
    },
  };
}
