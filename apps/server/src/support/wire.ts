import type { UnixMs, UserId } from '@candor/kernel';
import type { NotificationFacts } from '@candor/protocol';
import type { Contacts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Mailer } from '../messaging/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import type { Host } from '../platform/host.ts';
import type { Database } from '../platform/postgres/db.ts';
import { findStaffNames } from '../staff/index.ts';
import {
  type Inbox,
  type Register,
  SUPPORT_ANSWERED,
  type Support,
  type SupportAnswered,
  createInbox,
  createKeyed,
  createRegister,
  createSupport,
} from './index.ts';
import { supportRoutes } from './routes.ts';

const TIDY_MS = 60_000;
const FIGURES_MS = 30_000;

/** Opens support in a process. */
export function wireSupport(
  host: Host,
  deps: {
    readonly files: Files;
    readonly parameters: Parameters;
    /** Proves addresses of visitors. */
    readonly contacts: Contacts;
    readonly mailer: Mailer;
    readonly pdfs: Pdfs;
    readonly origin: () => string;
    /** The desk's role, which reads what staff are shown. */
    readonly deskDb: Database;
    /** Secret of the installation for tokens of visitors and for telling our messages from others. */
    readonly secret: string;
    /** What mails and text messages come from, where they leave the house. */
    readonly senders: { readonly mail: string | null; readonly phone: string | null };
  },
): { readonly support: Support; readonly inbox: Inbox; readonly register: Register } {
  const { files, parameters, contacts, mailer, pdfs, origin, deskDb, secret, senders } = deps;
  const support = createSupport({
    ...host,
    files,
    contacts,
    pdfs,
    origin,
    secret,
    settings: () => ({
      origins: host.origins(),
      mails: senders.mail === null ? [] : [senders.mail],
      phones: senders.phone === null ? [] : [senders.phone],
    }),
    said: () => `${parameters.text('operator.contacts')} ${parameters.text('operator.social')}`,
  });
  host.addRoutes(supportRoutes(support));
  host.every(TIDY_MS, () => support.tidy());
  const keyed = createKeyed(secret);
  const inbox = createInbox({
    ...host,
    deskDb,
    installation: host.installation,
    files,
    pdfs,
    origin,
    mailer,
    keyed,
    namesOf: (ids) => findStaffNames(deskDb, ids),
  });
  const register = createRegister({ ...host, deskDb, keyed, mailer });
  let overdue = 0;
  host.metrics.gauge(
    'candor_complaints_overdue',
    'Complaints past their deadline without a final answer',
    () => overdue,
  );
  host.every(FIGURES_MS, async () => {
    overdue = await register.overdue();
  });
  return { support, inbox, register };
}

/** What an owner is told of an answer. */
type AnswerTold = {
  readonly userId: UserId;
  readonly cause: string;
  readonly kind: 'support-answer';
  readonly mode: null;
  readonly facts: NotificationFacts;
  readonly at: UnixMs;
};

/** Lets owners be told of answers of support. */
export function tellOfAnswers(
  bus: Bus,
  deps: {
    readonly support: Pick<Support, 'newsOf'>;
    readonly notifications: { tell(told: AnswerTold): Promise<unknown> };
  },
): void {
  bus.subscribe(SUPPORT_ANSWERED, async (answered: SupportAnswered) => {
    const news = await deps.support.newsOf(answered);
    if (news === null) return;
    const { id, at, reference } = news.message;
    const facts = { number: news.number, ...(reference === null ? {} : { reference }) };
    const { userId } = answered;
    const told = { userId, cause: id, kind: 'support-answer', mode: null, facts } as const;
    await deps.notifications.tell({ ...told, at: at as UnixMs });
  });
}
