import type { OwnerDatabase } from './database.ts';

/** USDT at its fixed scale, as the books keep it. */
const USDT_PLACES = 6;
/** Prices and sizes have 18 places in the database. */
const WIDE_PLACES = 18;

/** A contract as the database has it. @units prices and quantity: 1e-18 · money: USDT units */
export type BookedContract = {
  readonly orderNo: string;
  readonly status: string;
  readonly side: 'long' | 'short';
  readonly openPrice: bigint;
  readonly closePrice: bigint | null;
  /** Of the base: lots × contract size. */
  readonly quantity: bigint;
  readonly leverage: number;
  readonly margin: bigint;
  readonly openFee: bigint;
  readonly fees: bigint;
  readonly profit: bigint | null;
  readonly stopLoss: bigint | null;
  readonly takeProfit: bigint | null;
};

/** Ledger accounts of a user: free, held for contracts, on its way out. @units USDT units */
export type Balances = { readonly cash: bigint; readonly margin: bigint; readonly leaving: bigint };

const CONTRACTS = `
  select order_no, contract.status, side, leverage, margin, open_fee,
    (open_price * 1e18)::numeric(60,0) as open_price,
    (select (k.price * 1e18)::numeric(60,0) from contracts.closing k
     where k.user_id = contract.user_id and k.contract_id = contract.id and k.is_last)
      as close_price,
    (lots * contract_size * 1e18)::numeric(60,0) as quantity,
    (stop_loss * 1e18)::numeric(60,0) as stop_loss,
    (take_profit * 1e18)::numeric(60,0) as take_profit,
    open_fee + close_fee as fees, profit
  from contracts.contract join accounts.account using (user_id)
  where username = $1 and mode = $2 order by contract.created_at, id`;

// From the postings themselves: what the balances say is checked by the look over all books.
const BALANCES = `
  select class, sum(amount) as amount from (
    select to_class as class, amount from ledger.posting
      join accounts.account using (user_id) where username = $1 and mode = $2 and asset = 'USDT'
    union all
    select from_class, -amount from ledger.posting
      join accounts.account using (user_id) where username = $1 and mode = $2 and asset = 'USDT'
  ) moved group by class`;

type ContractRow = Record<
  'order_no' | 'status' | 'margin' | 'open_fee' | 'fees' | 'open_price' | 'quantity',
  string
> &
  Record<'close_price' | 'stop_loss' | 'take_profit' | 'profit', string | null> & {
    side: 'long' | 'short';
    leverage: number;
  };

const big = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Every contract of a user's trading account, oldest first. */
export async function contractsOf(
  database: OwnerDatabase,
  username: string,
  mode: 'demo' | 'real' = 'demo',
): Promise<BookedContract[]> {
  const rows = await database.rows<ContractRow>(CONTRACTS, [username, mode]);
  return rows.map((row) => ({
    orderNo: row.order_no,
    status: row.status,
    side: row.side,
    openPrice: BigInt(row.open_price),
    closePrice: big(row.close_price),
    quantity: BigInt(row.quantity),
    leverage: row.leverage,
    margin: BigInt(row.margin),
    openFee: BigInt(row.open_fee),
    fees: BigInt(row.fees),
    profit: big(row.profit),
    stopLoss: big(row.stop_loss),
    takeProfit: big(row.take_profit),
  }));
}

/** What a user's postings add up to. */
export async function bookOf(
  database: OwnerDatabase,
  username: string,
  mode: 'demo' | 'real' = 'demo',
): Promise<Balances> {
  const rows = await database.rows<{ class: string; amount: string }>(BALANCES, [username, mode]);
  const at = (name: string): bigint => BigInt(rows.find((row) => row.class === name)?.amount ?? 0);
  return { cash: at('user:cash'), margin: at('user:margin'), leaving: at('user:leaving') };
}

const ACCOUNTS = `
  select asset || ' ' || class as name, sum(amount)::text as units from (
    select asset, to_class as class, amount from ledger.posting
      join accounts.account using (user_id) where username = $1 and mode = 'real'
    union all
    select asset, from_class, -amount from ledger.posting
      join accounts.account using (user_id) where username = $1 and mode = 'real'
  ) moved group by asset, class`;

/** A user's real postings, summed by asset and account: "BTC user:cash". @units of the asset */
type AccountSums = Readonly<Record<string, bigint>>;

/** What the real postings of a user add up to, at the user and at the house. */
export async function accountSums(database: OwnerDatabase, username: string): Promise<AccountSums> {
  const rows = await database.rows<{ name: string; units: string }>(ACCOUNTS, [username]);
  return Object.fromEntries(rows.map(({ name, units }) => [name, BigInt(units)]));
}

const DEPOSIT = `
  with who as (select user_id from accounts.account where username = $1),
  entry as (
    insert into ledger.entry (user_id, id, mode, kind, request_id, part, cause, at)
    select user_id, gen_random_uuid(), 'real', 'deposit', 'test:' || gen_random_uuid(), 0, 'case',
      now() from who returning user_id, id)
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, to_class, amount)
  select user_id, id, 0, 'real', 'deposit', 'USDT', 'world:tron', 'user:cash', $2 from entry`;

/**
 * Real money into a user's trading account, as the watcher of deposits will bring it.
 *
 * @units USDT units
 */
export async function deposit(
  database: OwnerDatabase,
  username: string,
  units: bigint,
): Promise<void> {
  await database.rows(DEPOSIT, [username, String(units)]);
}

/** Result of a contract at a mark, before the closing fee. @rounding toward zero, once */
export function resultAt(
  contract: Pick<BookedContract, 'side' | 'openPrice' | 'quantity'>,
  mark: bigint,
): bigint {
  const moved = (mark - contract.openPrice) * contract.quantity;
  const signed = contract.side === 'long' ? moved : -moved;
  // BigInt division cuts toward zero.
  return signed / 10n ** BigInt(2 * WIDE_PLACES - USDT_PLACES);
}

/** What a contract is worth at a price, and what is taken for it. @rounding each up, once */
export function chargesAt(
  price: bigint,
  facts: { readonly quantity: bigint; readonly leverage: bigint },
): { readonly notional: bigint; readonly margin: bigint; readonly fee: bigint } {
  const unit = 10n ** BigInt(2 * WIDE_PLACES - USDT_PLACES);
  const worth = price * facts.quantity;
  const up = (parts: bigint): bigint => (worth + unit * parts - 1n) / (unit * parts);
  return { notional: up(1n), margin: up(facts.leverage), fee: up(1_000n) };
}

/** A price in the database's units from what the screen says: "60,123.00". */
export function priceFrom(shown: string): bigint {
  const [whole = '', fraction = ''] = shown.replaceAll(',', '').split('.');
  return BigInt(whole + fraction.padEnd(WIDE_PLACES, '0'));
}

/** Money in USDT units from what the screen says: "−1,204.50 USDT". */
export function moneyFrom(shown: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^([+−]?)([\d,]+)(?:\.(\d+))?/.exec(shown) ?? [];
  const units = BigInt(whole.replaceAll(',', '') + fraction.padEnd(USDT_PLACES, '0'));
  return sign === '−' ? -units : units;
}

/**
 * A figure as English and Arabic pages write it: grouped, U+2212 for minus, two places.
 *
 * @rounding half to even
 */
export function written(
  units: bigint,
  style: { readonly from?: number; readonly places?: number; readonly signed?: boolean } = {},
): string {
  const { from = USDT_PLACES, places = 2, signed = false } = style;
  const step = 10n ** BigInt(from - places);
  const size = units < 0n ? -units : units;
  const rest = size % step;
  const cut = size / step;
  const isUp = rest * 2n > step || (rest * 2n === step && cut % 2n === 1n);
  const digits = (isUp ? cut + 1n : cut).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const text = `${whole}.${digits.slice(digits.length - places)}`;
  const isZero = /^[0.,]*$/.test(text);
  const sign = isZero ? '' : units < 0n ? '−' : signed ? '+' : '';
  return `${sign}${text}`;
}

/** A price as BTC/USDT is written: grouped, two places or as many as it has. */
export function writtenPrice(price: bigint): string {
  return written(price, { from: WIDE_PLACES, places: WIDE_PLACES }).replace(
    /(?<=\.\d\d\d*?)0+$/,
    '',
  );
}
