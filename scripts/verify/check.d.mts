/** One line of a report: what was checked, whether it holds, and the figures. */
export type Line = { readonly ok: boolean; readonly what: string; readonly detail: string };

/** What checking a receipt gave. */
export type Report = {
  readonly lines: readonly Line[];
  differences(): readonly Line[];
  text(): readonly string[];
};

export function checkReceipt(receipt: unknown, files: unknown): Report;
export function hashOf(receipt: object): string;
