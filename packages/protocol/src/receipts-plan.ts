import { z } from 'zod';
import { PLAN_STRATEGIES } from './plans-view.ts';
import { NamedDocuments, ReceiptNumber, TapeTick, common, instrument } from './receipts-parts.ts';
import { CodeText, DecimalText, HashText, UnixMsNumber } from './scalars.ts';

const Day = z.string().meta({ description: 'UTC day, YYYY-MM-DD' });
const Plan = z.strictObject({
  name: z.string(),
  version: z.int(),
  strategy: z.enum(PLAN_STRATEGIES),
  /** SHA-256 of everything the version runs. */
  hash: HashText,
  codes: z.array(CodeText),
});
/** An instrument and the specification it is named by. */
const named = {
  instrument: instrument.omit({ contractSize: true, quoteCurrency: true }),
  specification: HashText,
};
/** A rate by the parameter and its version, with what it came to. */
const Taken = z.strictObject({
  parameter: z.string(),
  version: z.int(),
  rate: DecimalText,
  amount: DecimalText,
});
/** What stood of a position in the books before. */
const before = { held: DecimalText, cost: DecimalText };
/** A trade: bought at the ask of its tick, sold at the bid. */
const traded = {
  at: UnixMsNumber,
  /** Base units, negative for a sale. */
  quantity: DecimalText,
  price: DecimalText,
  fee: Taken,
  /** What the closed part won or lost against its cost, before the fee. */
  result: DecimalText,
  tick: TapeTick,
};
/** Why it was made: the rule of the strategy and the figures it saw. */
const reason = {
  rule: z.string(),
  figures: z.array(z.strictObject({ name: z.string(), value: z.string() })),
};
/** What was left over when something was shared, and the remainder of the last that got a unit of it. */
const left = { rest: z.int(), last: z.string().nullable() };
const { orderNo: _, ...ofFund } = common;
const head = {
  plan: Plan,
  day: Day,
  at: UnixMsNumber,
  documents: NamedDocuments.pick({ schedule: true }),
};

/** Receipt of a trade of a plan's strategy, as anyone may check it. */
export const PlanFillReceipt = z.strictObject({
  kind: z.literal('planFill'),
  ...ofFund,
  ...head,
  trade: z.strictObject({ ...named, ...traded, ...reason }),
});

/** Receipt of a settled day of a plan's fund, for those who were in it. */
export const PlanFundReceipt = z.strictObject({
  kind: z.literal('planFund'),
  ...ofFund,
  ...head,
  /** Of the strategy, in the order in which they were made. */
  fills: z.array(z.strictObject({ ...named, ...before, ...traded, ...reason })),
  /** What was held at the midnight, at the last tick before it. */
  marks: z.array(
    z.strictObject({
      ...named,
      ...before,
      price: DecimalText,
      result: DecimalText,
      tick: TapeTick,
    }),
  ),
  /** Results less fees of the strategy's trades. */
  traded: DecimalText,
  mark: DecimalText,
  /** What owners who left took of the day, and what the house bore. */
  others: DecimalText,
  result: DecimalText,
  before: DecimalText,
  value: DecimalText,
  units: DecimalText,
  /** Units of those who left on the day. */
  gone: DecimalText,
  shared: z.strictObject(left),
});

/** What owners who joined or left together traded of one instrument; nothing where it came to too little. */
const Moved = z.strictObject({
  ...named,
  ...before,
  tick: TapeTick.nullable(),
  fill: z
    .strictObject({ quantity: DecimalText, price: DecimalText, fee: Taken, result: DecimalText })
    .nullable(),
});
/** The fund before them, what they had of it together, and what came of it. */
const together = {
  fund: z.strictObject({ units: DecimalText, value: DecimalText, result: DecimalText }),
  /** Amounts of those who joined, units of those who left. */
  part: DecimalText,
  moved: z.array(Moved),
  own: DecimalText,
  place: z.int(),
  ...left,
};
/** What the house takes of what was won above the highest value. */
const share = { ...Taken.shape, high: DecimalText, highOn: Day.nullable() };

/** Receipt of a settled day of a plan order. */
export const PlanDayReceipt = z.strictObject({
  kind: z.literal('planDay'),
  ...common,
  ...head,
  /** Receipt of the day of its fund. */
  fund: ReceiptNumber,
  amount: DecimalText,
  boughtAt: UnixMsNumber,
  joinedOn: Day,
  cycleDays: z.int(),
  units: DecimalText,
  /** What the house paid into it by then. */
  granted: DecimalText,
  before: DecimalText,
  /** Place among the remainders. */
  place: z.int(),
  result: DecimalText,
  /** Null where no cycle ended. */
  share: z.strictObject(share).nullable(),
  value: DecimalText,
  /** Of its first day: what joining cost. */
  joined: z.strictObject({ at: UnixMsNumber, ...together, result: DecimalText }).nullable(),
});

/** Receipt of the end of a plan order. */
export const PlanExitReceipt = z.strictObject({
  kind: z.literal('planExit'),
  ...common,
  ...head,
  state: z.enum(['matured', 'left', 'lossReached', 'ended']),
  /** Which prices: of the midnight, of a quote that was held, of the moment, or the last of a tape that ended. */
  basis: z.enum(['midnight', 'held', 'now', 'lastKnown']),
  amount: DecimalText,
  maxLoss: DecimalText,
  boughtAt: UnixMsNumber,
  units: DecimalText,
  /** What the house paid into it. */
  granted: DecimalText,
  before: DecimalText,
  ...together,
  result: DecimalText,
  share: z.strictObject(share),
  exitShare: Taken,
  received: DecimalText,
});
