import { expectSoon } from '../support/eventually.ts';
import { accountSums } from '../support/ledger.ts';
import { figuresIn } from '../support/pages.ts';
import { branchOf } from '../support/words.ts';
import { type Customer, type Sight, onBoth, reads } from './cashier-sights.ts';

/** A loan as the database has it. @units of the asset */
export type StoredLoan = {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly owed: bigint;
  readonly pledged: bigint;
  readonly notices: number;
  /** What was signed, and its SHA-256. */
  readonly agreement: string;
  readonly hash: string;
  /** Interest of each midnight. */
  readonly charges: readonly bigint[];
};

const LOAN = `
  select loan.id, number, loan.state, principal::text, interest_owed::text as interest,
    (principal_owed + interest_owed)::text as owed, notices, agreement,
    encode(agreement_hash, 'hex') as hash,
    coalesce((select units from loans.collateral c where c.loan_id = loan.id and asset = 'BTC'), 0)::text
      as pledged,
    array(select c.interest::text from loans.charge c where c.loan_id = loan.id order by day) as charges
  from loans.loan loan join accounts.account using (user_id) where username = $1`;

type LoanRow = Readonly<
  Record<'id' | 'number' | 'state' | 'principal' | 'interest' | 'owed' | 'agreement', string>
> & {
  readonly hash: string;
  readonly pledged: string;
  readonly notices: number;
  readonly charges: readonly string[];
};

/** The user's only loan. */
export async function loanOf({ database, username }: Customer): Promise<StoredLoan> {
  const [row, ...others] = await database.rows<LoanRow>(LOAN, [username]);
  if (row === undefined || others.length > 0) throw new Error('it is not one loan');
  const { principal, interest, owed, pledged, charges } = row;
  return {
    ...row,
    principal: BigInt(principal),
    interest: BigInt(interest),
    owed: BigInt(owed),
    pledged: BigInt(pledged),
    charges: charges.map(BigInt),
  };
}

/** A sale of collateral as the database has it. @units of the asset · price: text */
export type StoredSale = {
  readonly given: bigint;
  readonly paid: bigint;
  readonly lost: bigint;
  readonly price: string;
};

const SALES = `
  select given -> 0 ->> 'units' as given, (paid_interest + paid_principal)::text as paid,
    (lost_interest + lost_principal)::text as lost, held -> 0 ->> 'price' as price
  from loans.sale join accounts.account using (user_id) where username = $1 order by sale.at`;

/** Every sale of the user's collateral, oldest first. */
export async function salesOf({ database, username }: Customer): Promise<StoredSale[]> {
  type Row = Readonly<Record<keyof StoredSale, string>>;
  const rows = await database.rows<Row>(SALES, [username]);
  return rows.map(({ given, paid, lost, price }) => ({
    given: BigInt(given),
    paid: BigInt(paid),
    lost: BigInt(lost),
    price,
  }));
}

/** What the books say of the user's real account, once it is as expected. */
export async function sumsSay(
  { database, username }: Customer,
  expected: Readonly<Record<string, bigint>>,
): Promise<void> {
  await expectSoon(() => accountSums(database, username)).toMatchObject(expected);
}

/** The state of a loan, as its chip and its steps say it. */
export const loanState = ({ say }: Sight, state: string): string =>
  branchOf(say, 'loan.state', state);

/** The labelled figures of the loan's page. */
export const loanFigures = ({ page }: Sight): Promise<Readonly<Record<string, string>>> =>
  figuresIn(page.getByRole('main'));

/** What both screens come to show of the loan: its state, and figures by the key of their label. */
export async function bothShow(
  customer: Customer,
  shown: { readonly state: string; readonly figures?: Readonly<Record<string, string>> },
): Promise<void> {
  await onBoth(customer, async (sight) => {
    await reads(sight.page.getByRole('main'), [loanState(sight, shown.state)]);
    const expected = Object.fromEntries(
      Object.entries(shown.figures ?? {}).map(([key, figure]) => [sight.say(key), figure]),
    );
    await expectSoon(() => loanFigures(sight)).toMatchObject(expected);
  });
}

/** The list of loans, and from it the loan's own page, on both screens. */
export async function openLoan(customer: Customer, number: string): Promise<void> {
  await onBoth(customer, async ({ page, open }) => {
    await open('/loan/records');
    await page.getByRole('main').getByRole('link', { name: number, exact: true }).click();
    await page.getByRole('heading', { name: number }).waitFor();
  });
}
