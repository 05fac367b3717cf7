import { type Result, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { type CodeAnswer, type Contacts, maskedContact } from '../../accounts/index.ts';
import { findConversation, keepMail } from '../store/store.ts';
import { type Caller, opensTo } from './view.ts';
import type { SupportDeps } from './writing.ts';

/** What proving a visitor's address needs. */
export type MailDeps = Pick<SupportDeps, 'db' | 'clock'> & {
  readonly contacts: Pick<Contacts, 'requestCode' | 'proveForSupport'>;
};

type MailParams = { readonly id: string; readonly caller: Caller; readonly email: string };

/**
 * Sends a code to the address a visitor gives. Who has it, and whether it is anyone's, the answer does
 * not tell; one code a minute and ten a day go to an address, for all callers together, and no more than a place
 * may have.
 *
 * @failure not-found — no conversation of this visitor · mail-malformed · not-yet-open · too-many
 */
export async function requestMail(
  deps: MailDeps,
  { id, caller, email }: MailParams,
): Promise<CodeAnswer> {
  const row = await findConversation(deps.db, id);
  if (!opensTo(row, caller, deps.clock.now()) || row.user_id !== null) {
    return fail({ name: 'not-found' });
  }
  return deps.contacts.requestCode({
    channel: 'email',
    target: email,
    purpose: 'support',
    language: row.language,
    address: caller.address,
  });
}

/**
 * Keeps the address whose code this is, in the place of an earlier one.
 *
 * @failure not-found — no conversation of this visitor · code-wrong — also after five wrong ones
 */
export function proveMail(
  { db, clock, contacts }: MailDeps,
  { id, caller, email, code }: MailParams & { readonly code: string },
): Promise<Result<{ mail: string }, Failure<'not-found' | 'code-wrong'>>> {
  return db.transaction(async (tx) => {
    const row = await findConversation(tx, id, { forUpdate: true });
    const at = clock.now();
    if (!opensTo(row, caller, at) || row.user_id !== null) return fail({ name: 'not-found' });
    const mail = await contacts.proveForSupport(tx, { email, code });
    if (mail === null) return fail({ name: 'code-wrong', field: 'code' });
    await keepMail(tx, { id, mail, at });
    return ok({ mail: maskedContact('email', mail) });
  });
}
