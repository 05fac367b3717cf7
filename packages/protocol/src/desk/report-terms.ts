import type { StaffRole } from '../staff-roles.ts';

/**
 * What a report states. `books`: what each account of the books took in and paid, day by day. `fees` and
 * `financing`: what those accounts of the house took, by the kind of entry. `house`: the house's result.
 * `complaints`: the register, by the day each was received. `staff`: what was done at the desk and at the
 * terminal.
 */
export const REPORT_KINDS = ['books', 'fees', 'financing', 'house', 'complaints', 'staff'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Who may ask for reports. */
export const REPORT_MAKERS = ['cashierChecker', 'risk', 'auditor', 'admin'] as const;

/**
 * Who of them may have which: a report shows what its reader may read at the desk anyway. The register of
 * complaints is support's and the auditor's, the audit log the auditor's and the administrator's.
 */
export const REPORT_READERS: Readonly<Record<ReportKind, readonly StaffRole[]>> = {
  books: REPORT_MAKERS,
  fees: REPORT_MAKERS,
  financing: REPORT_MAKERS,
  house: REPORT_MAKERS,
  complaints: ['auditor'],
  staff: ['auditor', 'admin'],
};

/** Files a report is written as. */
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Days of one report at most. */
export const REPORT_DAYS_MAX = 366;
/** How long a finished report waits to be fetched. @units milliseconds */
export const REPORT_KEPT_MS = 24 * 3_600_000;
