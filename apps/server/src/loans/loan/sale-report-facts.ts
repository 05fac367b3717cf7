import type { UtcDay } from '@candor/kernel';
import type { loans as protocol } from '@candor/protocol';

type LoanCollateral = protocol.LoanCollateral;
type LoanLine = protocol.LoanLine;
type LoanSale = protocol.LoanSale;

/** Everything a report of a sale says; all of it as it was at the sale. */
export type SaleReportFacts = {
  readonly number: string;
  readonly sale: LoanSale;
  /** Tick of each coin that was sold, by its asset. */
  readonly ticks: Readonly<Record<string, string>>;
  readonly saleLine: string;
  readonly ltvMax: string;
  readonly dueOn: UtcDay;
  readonly saleAfterDays: number;
  readonly left: readonly LoanCollateral[];
  /** Where the next sale would come; null where none can. */
  readonly next: LoanLine | null;
};
