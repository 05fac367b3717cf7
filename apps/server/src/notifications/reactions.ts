import {
  type Decimal,
  type Mode,
  type UnixMs,
  type UserId,
  formatDecimal,
  formatMoney,
} from '@candor/kernel';
import { type NotificationFacts, notifications as protocol } from '@candor/protocol';
import { SECURITY_CHANGED, type SecurityChanged } from '../accounts/index.ts';
import { CASE_CLOSED, type CaseClosed } from '../cases/index.ts';
import {
  type AnyOrder,
  CONTRACTS_CLOSED,
  CONTRACTS_FILLED,
  type Contracts,
  type ContractsChanged,
  MARGIN_LEVEL_FELL,
  type MarginLevelFell,
  isContract,
} from '../contracts/index.ts';
import { OPTIONS_SETTLED, type Options, type OptionsChanged } from '../options/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Told } from './commands.ts';
import type { Notifications } from './index.ts';

/** Cases about what has notifications of its own. */
const TELL_THEMSELVES: ReadonlySet<string> = new Set([
  'withdrawal',
  'identity',
  'loan',
  'loanWriteOff',
]);
import { endKind } from './rules.ts';

type Parts = {
  readonly notifications: Pick<Notifications, 'tell'>;
  readonly contracts: Pick<Contracts, 'ordersByIds'>;
  readonly options: Pick<Options, 'byIds'>;
  /** The price step of a market; null for one that is in no catalogue any more. */
  readonly tickSizeOf: TickSizeOf;
};

type TickSizeOf = (code: string) => Decimal | null;

/** A price, and the step that says how it is written. */
function pricedAt(price: Decimal, step: Decimal | null): Pick<NotificationFacts, 'price'> {
  const tickSize = step === null ? {} : { tickSize: formatDecimal(step) };
  return { price: formatDecimal(price), ...tickSize };
}

const filledOf = (order: AnyOrder, tickSizeOf: TickSizeOf): Told | null =>
  isContract(order)
    ? {
        ...accountOf(order),
        cause: `${order.id}:filled`,
        kind: 'order-filled',
        facts: { code: order.code, ...pricedAt(order.open.price, tickSizeOf(order.code)) },
        at: order.open.at,
      }
    : null;

function endedOf(order: AnyOrder, tickSizeOf: TickSizeOf): Told | null {
  const end = isContract(order) ? order.closing : order.ended;
  const kind = end === null ? null : endKind(end.reason);
  if (end === null || kind === null) return null;
  const said = { ...accountOf(order), cause: `${order.id}:ended`, kind, at: end.at };
  const { code } = order;
  if (!isContract(order) || !('fill' in end)) return { ...said, facts: { code } };
  const price = end.fill === null ? {} : pricedAt(end.fill.price, tickSizeOf(code));
  const receiptNo = order.receipts.at(-1);
  const receipt = receiptNo === undefined ? {} : { receiptNo };
  const profit = formatMoney(order.done.profit);
  return { ...said, facts: { code, ...price, profit, ...receipt } };
}

const accountOf = ({ userId, mode }: { userId: UserId; mode: Mode }) => ({ userId, mode });

/** Which limit was changed, and how; nothing for other changes. */
function limitOf({ kind, facts }: SecurityChanged): Pick<NotificationFacts, 'limit'> {
  if (kind !== 'limit-changed') return {};
  const { kind: what, period, from = null, to = null, effectiveAt } = facts;
  const amountOf = (text: string | null): string | null => (text === 'none' ? null : text);
  const limit = protocol.NotificationFacts.shape.limit.safeParse({
    kind: what,
    period,
    from: amountOf(from),
    to: amountOf(to),
    effectiveAt: Number.parseInt(effectiveAt ?? '', 10),
  });
  // Told without it rather than not at all.
  return limit.data === undefined ? {} : { limit: limit.data };
}

/** What notifications listen to. */
export function listenNotifications(bus: Bus, parts: Parts): void {
  const { notifications, contracts, options, tickSizeOf } = parts;

  const tellOrders =
    (toldOf: (order: AnyOrder, tickSizeOf: TickSizeOf) => Told | null) =>
    async ({ changed }: ContractsChanged): Promise<void> => {
      const ids = changed.map(({ userId, contractId: id }) => ({ userId, id }));
      for (const order of await contracts.ordersByIds(ids)) {
        const told = toldOf(order, tickSizeOf);
        if (told !== null) await notifications.tell(told);
      }
    };

  async function settled({ changed }: OptionsChanged): Promise<void> {
    const ids = changed.map(({ userId, optionId: id }) => ({ userId, id }));
    for (const option of await options.byIds(ids)) {
      const { settlement, id, code, stake } = option;
      // Ended before its time, by its owner's reset of the demo account.
      if (settlement === null || settlement.at < option.settleAt) continue;
      const gain = { ...stake, units: settlement.paid.units - stake.units };
      await notifications.tell({
        ...accountOf(option),
        cause: `${id}:settled`,
        kind: `option-${settlement.outcome}`,
        facts: { code, profit: formatMoney(gain) },
        at: settlement.at,
      });
    }
  }

  bus.subscribe(CONTRACTS_FILLED, tellOrders(filledOf));
  bus.subscribe(CONTRACTS_CLOSED, tellOrders(endedOf));
  bus.subscribe(OPTIONS_SETTLED, settled);
  bus.subscribe(MARGIN_LEVEL_FELL, ({ userId, mode, item }: MarginLevelFell) =>
    notifications.tell({
      userId,
      mode,
      cause: item.id,
      kind: 'margin-level',
      facts: { level: item.level },
      at: item.at as UnixMs,
    }),
  );
  bus.subscribe(CASE_CLOSED, async (closed: CaseClosed) => {
    const { userId, caseId, number, verdict, reason, message, amount, asset, at } = closed;
    // What says itself where it stands is told of once.
    if (userId === null || TELL_THEMSELVES.has(closed.kind)) return;
    const isBooked = verdict === 'approved' && amount !== null && asset !== null;
    await notifications.tell({
      userId,
      mode: closed.facts['mode'] === 'demo' ? 'demo' : 'real',
      cause: `${caseId}:closed`,
      kind: 'case-closed',
      facts: {
        number,
        verdict,
        ...(reason === null ? {} : { reason }),
        ...(message === null ? {} : { message }),
        ...(isBooked ? { amount: formatMoney({ asset, units: BigInt(amount) }), asset } : {}),
      },
      at,
    });
  });
  bus.subscribe(SECURITY_CHANGED, (change: SecurityChanged) => {
    const { userId, id, kind, device, at } = change;
    return notifications.tell({
      userId,
      mode: null,
      cause: id,
      kind: 'security',
      facts: {
        change: kind,
        ...limitOf(change),
        ...(device === null || device === '' ? {} : { device }),
      },
      at,
    });
  });
}
