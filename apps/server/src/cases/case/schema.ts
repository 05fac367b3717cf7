/** One case. */
export type CaseRow = {
  id: string;
  number: string;
  kind: string;
  state: 'open' | 'claimed' | 'firstYes' | 'decided';
  verdict: 'approved' | 'rejected' | 'withdrawn' | null;
  user_id: string | null;
  subject: string;
  amount: string | null;
  asset: string | null;
  facts: string;
  evidence: string[];
  row_hash: Buffer;
  people: 1 | 2;
  opened_by: string;
  opened_at: number;
  deadline: number;
  claimed_by: string | null;
  claimed_at: number | null;
  first_by: string | null;
  first_at: number | null;
  decided_by: string | null;
  decided_at: number | null;
  reason: string | null;
  message: string | null;
  applied_at: number | null;
  /** Canonical JSON. */
  parts: string | null;
};

/** One line of a timeline. */
export type StepRow = {
  case_id: string;
  id: string;
  at: number;
  kind: string;
  by: string;
  text: string | null;
  reason: string | null;
  is_for_user: boolean;
};

/** That a decided case could not be carried out. */
export type FailureRow = {
  case_id: string;
  tries: number;
  since: number;
  next_at: number;
  why: string;
};

/** How many cases of a kind wait. */
export type CountRow = { kind: string; waiting: number; overdue: number; first_yes: number };
