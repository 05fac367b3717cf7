/** Mailboxes and phones that codes prove, and the words our mails repeat. */
import { COUNTED_MS } from './rules.ts';
import { type Clock, type Result, type SessionId, type UserId, plusMs } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import type { Parameters } from '../../../parameters/index.ts';
import type { Mailer } from '../../../messaging/index.ts';
import {
  type Asker,
  type CodeAnswer,
  type Confirmed,
  type ContactsDeps,
  beginContact,
  confirmContact,
  requestCode,
  setAntiPhishing,
} from './commands.ts';
import { sweepBudgets } from './code-budget-store.ts';
import type { CodesStopped } from './code-budget.ts';
import { type CodeKey, NOBODY, sweepCodes } from './code-store.ts';
import { useCode } from './codes.ts';
import { readReach } from './contact-store.ts';
import type { TextsStopped } from './texts.ts';
import { type TypedContact, readContact } from '../../account/index.ts';
export { findByLogin, findOwner, lockContact, putContact } from './contact-store.ts';
export { NOBODY } from './code-store.ts';
export type { CodeAnswer } from './commands.ts';
export { useCode } from './codes.ts';
export { resetKeeper } from './commands.ts';
export {
  findResetOwner,
  hasMailbox,
  keepFormer,
  keepOldContacts,
  releaseOldContacts,
} from './former-store.ts';
export type { TextsStopped } from './texts.ts';

/** Mailboxes and phones that codes prove, and the words our mails repeat. */
export type Contacts = {
  /** Sends a code; the answer and its time say nothing about who has the mailbox or phone. */
  requestCode(
    params: TypedContact & {
      purpose: CodeKey['purpose'];
      language: string;
      address: string;
      devices?: readonly string[];
    },
  ): Promise<CodeAnswer>;
  /**
   * The mail address a code of support proves, as it is written; null when the code is wrong. The try
   * counts when the transaction commits.
   */
  proveForSupport(
    tx: Tx,
    params: { readonly email: string; readonly code: string },
  ): Promise<string | null>;
  /** Begins to add or change a mail address or phone. */
  beginContact(
    asker: Asker,
    params: TypedContact & { stepUp?: string | undefined },
  ): Promise<CodeAnswer>;
  /** Adds or changes the mail address or phone whose code this is; renews this session. */
  confirmContact(asker: Asker, code: string): Promise<Result<Confirmed, Failure>>;
  /** Sets the words our mails to this user repeat. */
  setAntiPhishing(
    asker: Asker,
    params: { text: string; stepUp?: string | undefined },
  ): Promise<Result<{ text: string }, Failure>>;
  /** Forgets codes that no longer count for anything. */
  sweep(): Promise<void>;
};

/** Puts it together. */
export function createContacts(options: {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  parameters: Pick<Parameters, 'count'>;
  onTextsStopped?(stopped: TextsStopped): void;
  /** Budgets of hosts and networks are so many times the usual: more than 1 only on a test installation. */
  codesScale: number;
  onCodesStopped?(stopped: CodesStopped): void;
  forget(sessionId: SessionId): void;
}): Contacts {
  const { onTextsStopped = () => undefined, onCodesStopped = () => undefined } = options;
  const forget: ContactsDeps['forget'] = (ids) => ids.forEach(options.forget);
  const deps: ContactsDeps = { ...options, onTextsStopped, onCodesStopped, forget };
  return {
    requestCode: (params) => requestCode(deps, params),
    async proveForSupport(tx, { email, code }) {
      const contact = readContact({ channel: 'email', target: email });
      if (!contact.ok) return null;
      const key = { ...contact.value, purpose: 'support', owner: NOBODY } as const;
      return (await useCode(tx, key, code, deps.clock.now())) ? key.target : null;
    },
    beginContact: (asker, params) => beginContact(deps, asker, params),
    confirmContact: (asker, code) => confirmContact(deps, asker, code),
    setAntiPhishing: (asker, params) => setAntiPhishing(deps, asker, params),
    async sweep() {
      const before = plusMs(deps.clock.now(), -COUNTED_MS);
      await sweepCodes(deps.db, before);
      await sweepBudgets(deps.db, before);
    },
  };
}

/** The words our mails to this user repeat; null while none were chosen. */
export async function readAntiPhishing(db: Database, userId: UserId): Promise<string | null> {
  return (await readReach(db, userId)).phrase;
}
