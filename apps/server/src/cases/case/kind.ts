import type { Asset, Clock, Mode, UnixMs, UserId } from '@candor/kernel';
import type { CaseKind } from '@candor/protocol';
import type { CaseFact } from '@candor/protocol/desk';
import type { EntryKind, Posting } from '../../ledger/index.ts';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { CaseParts, CaseRoles } from './rules.ts';

/** A case as the capability that brought it sees it when it is carried out. */
export type DecidedCase = {
  readonly id: string;
  readonly number: string;
  readonly userId: UserId | null;
  /** In units of the asset; null where the case is about no money. */
  readonly amount: bigint | null;
  readonly asset: Asset | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly decidedAt: UnixMs;
  /** Why it was decided so; one of its kind's. */
  readonly reason: string | null;
  /** What was decided of each thing it is about: null approved, else why not. Only where its kind has parts. */
  readonly parts?: CaseParts;
  /** What who decided wrote to the user. */
  readonly message?: string | null;
};

/**
 * What carrying a case out came to: done; the books cannot take it yet and it is tried again; something newer
 * makes it nobody's decision any more; or those it is for are there no more. Of the last two nothing is done.
 */
export type Applied = 'done' | 'waits' | 'overtaken' | 'nobody';

/** What a case is about, before and after it is decided; one that is not opened yet has no id. */
export type CaseTerms = Pick<DecidedCase, 'userId' | 'amount' | 'asset' | 'facts'> & {
  readonly id?: string;
};

/** The entry a case would write to the books at a moment. */
export type EntryPlan = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly asset: Asset;
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
  /** What carrying it out would come to now. */
  readonly outcome: Applied;
};

/** A kind of case: its clock, its people, and what is done once it is approved. */
export type KindTerms = {
  readonly name: CaseKind;
  /** First letter of its cases' numbers. */
  readonly letter: string;
  readonly deadlineMs: number;
  readonly people: 1 | 2;
  readonly roles: CaseRoles;
  readonly reasons: { readonly approved: readonly string[]; readonly rejected: readonly string[] };
  /** Approving needs a passkey whose challenge is made from the row's hash. */
  readonly passkey: boolean;
  /**
   * Its parts: the things that are decided one by one with it, by their ids, and why one may be rejected. It is
   * approved only with all of them, and rejected only with one of them at least.
   */
  readonly parts?: {
    of(facts: Readonly<Record<string, string>>): readonly string[];
    readonly reasons: readonly string[];
  };
  /** The rows of its page. */
  describe(facts: Readonly<Record<string, string>>): CaseFact[];
  /** The entry it would write now; null where it moves no money. What is carried out is made by it too. */
  plan?(sql: Sql, terms: CaseTerms): Promise<EntryPlan | null>;
  /**
   * Does what was decided, in the transaction that says it was done; locks and checks what it moves. `at` is when this
   * began: what must not come after a moment is asked of the clock, behind its locks.
   */
  apply(tx: Tx, decided: DecidedCase, at: UnixMs, clock: Clock): Promise<Applied>;
  /** Whether what it is about holds already: who did that cannot take the case back, another decides it. */
  isInForce?(facts: Readonly<Record<string, string>>): boolean;
  /** Takes back what was done at once, once the case is rejected; in the same transaction as its end. */
  undo?(tx: Tx, decided: DecidedCase, at: UnixMs): Promise<void>;
  /** Frees what waited for it, once it was approved and ended with nothing done; in the transaction of its end. */
  lapse?(tx: Tx, decided: DecidedCase, at: UnixMs): Promise<void>;
  /**
   * What has to be there before it may be approved; null where nothing is missing. Asked just before the approval,
   * with the product's role.
   */
  missing?(sql: Sql, terms: { readonly id: string }): Promise<string | null>;
};

/** A case that is proposed. */
export type Proposal = {
  readonly userId: UserId | null;
  /** One line for the queue. */
  readonly subject: string;
  readonly amount: bigint | null;
  readonly asset: Asset | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly evidence?: readonly string[];
};
