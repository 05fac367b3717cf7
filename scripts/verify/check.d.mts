/** One line of a report: the rule, what was checked, whether it holds, and the figures. */
export type Line = {
  readonly rule: RuleId;
  readonly ok: boolean;
  /** Nothing shows it: it is the word of the product, which the receipt states. */
  readonly isSaid: boolean;
  readonly what: string;
  readonly detail: string;
};

/** What checking a receipt gave. */
export type Report = {
  readonly lines: readonly Line[];
  differences(): readonly Line[];
  text(): readonly string[];
};

/** The rules by their ids, each with its sentence. */
export const RULES: Readonly<Record<string, string>>;
/** Id of a rule, as it stands in RULES. */
export type RuleId = string;

/** Checks what was signed of a receipt, into its report. */
export type Evidence = (report: Report, receipt: never, files: never) => void;

export function checkReceipt(receipt: unknown, files: unknown, evidence?: Evidence | null): Report;
export function hashOf(receipt: object): string;
