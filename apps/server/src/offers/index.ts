/**
 * offers — what the operator offers to users who asked for offers, sent once it was approved.
 * Owns: offers, how far each was sent, and the kind of case that approves one.
 * Announces: nothing; notifications announce what a user is told.
 * Needs: cases for the decision, notifications and mails to tell, accounts for language and pauses.
 * Refuses: a user who did not ask, an account that is stopped or pausing, an offer that is over.
 */
import { type UnixMs, type UserId, newUuid, ok } from '@candor/kernel';
import { preferences } from '@candor/protocol';
import { writeMail } from '../messaging/index.ts';
import {
  type OfferActor,
  type OfferDeps,
  endOffer,
  factsFor,
  propose,
  sendBatch,
} from './commands.ts';
import { type OfferTerms, checkOffer, stateOf } from './rules.ts';
import { type SendingRow, listSendings } from './store.ts';

export { offerCase } from './offer-case.ts';

const LISTED_MAX = 100;

/** An approved offer, and how far it has been sent. */
export type SentOffer = OfferTerms & {
  readonly id: string;
  readonly approvedAt: UnixMs;
  readonly caseId: string;
  readonly caseNumber: string;
  readonly state: ReturnType<typeof stateOf>;
  /** Users who were told. */
  readonly told: number;
  /** The member who did; null: nobody. */
  readonly withdrawnBy: string | null;
};

/** Everything offers offer. */
export type Offers = {
  /** The newest approved ones, and how many users ask for offers now. */
  list(): Promise<{
    readonly askers: Awaited<ReturnType<OfferDeps['notifications']['countAskers']>>;
    readonly offers: readonly SentOffer[];
  }>;
  /** The mail of an offer in each language. @failure unreadable — see `checkOffer` */
  preview(terms: OfferTerms): ReturnType<typeof previewOffer>;
  /** Puts an offer before another member. @failure unreadable — see `checkOffer` */
  propose(
    by: OfferActor,
    said: OfferTerms & { readonly note: string; readonly action: string },
  ): ReturnType<typeof propose>;
  /** Ends an approved offer at once. @failure not-found — none, or one that is over */
  withdraw(
    by: OfferActor,
    said: { readonly id: string; readonly action: string },
  ): ReturnType<typeof endOffer>;
  /** Sends the next batch, to a hundred users at most; whether there was anything to do. */
  sendBatch(most?: number): Promise<boolean>;
};

/** What the preview of a mail says besides the offer. */
type PreviewDeps = OfferDeps & {
  readonly operator: () => string;
  readonly isRehearsal: boolean;
};

function previewOffer(deps: PreviewDeps, terms: OfferTerms) {
  const now = deps.clock.now();
  const checked = checkOffer(terms, now);
  if (!checked.ok) return checked;
  const { until, page } = terms;
  // Of a user there is not: its link opens nothing.
  const told = { userId: newUuid(now) as UserId, kind: 'offer', cause: 'preview' } as const;
  const frame = { phrase: null, isCustomer: true, operator: deps.operator() };
  return ok(
    preferences.LANGUAGES.map((language) => {
      const facts = factsFor({ texts: checked.value, page, until_at: until }, language);
      const mail = deps.notifications.offerMail(language, { ...told, facts });
      const { subject, text } = writeMail(mail, { ...frame, isRehearsal: deps.isRehearsal });
      return { language, subject, text, isOriginal: facts.original === true };
    }),
  );
}

function sentOffer(row: SendingRow, now: UnixMs): SentOffer {
  const until = row.until_at as UnixMs;
  const withdrawnAt = row.withdrawn_at as UnixMs | null;
  const finishedAt = row.finished_at as UnixMs | null;
  const texts = preferences.LANGUAGES.flatMap((language) => {
    const own = row.texts[language];
    return own === undefined ? [] : [{ language, title: own.title, text: own.text }];
  });
  return {
    id: row.id,
    texts,
    until,
    page: row.page,
    approvedAt: row.approved_at as UnixMs,
    caseId: row.case_id,
    caseNumber: row.case_number,
    state: stateOf({ until, withdrawnAt, finishedAt }, now),
    told: row.told,
    withdrawnBy: row.withdrawn_by,
  };
}

/** Opens offers. */
export function createOffers(deps: PreviewDeps): Offers {
  const { db, clock, notifications } = deps;
  return {
    async list() {
      const [askers, rows] = await Promise.all([
        notifications.countAskers(),
        listSendings(db, LISTED_MAX),
      ]);
      return { askers, offers: rows.map((row) => sentOffer(row, clock.now())) };
    },
    preview: (terms) => previewOffer(deps, terms),
    propose: (by, said) => propose(deps, by, said),
    withdraw: (by, said) => endOffer(deps, by, said),
    sendBatch: (most) => sendBatch(deps, most),
  };
}
