import { type UnixMs, newUuid, plusMs } from '@candor/kernel';
import { DEFAULT_LOCALE } from '@candor/locales';
import { ADMINISTRATOR_LINK_MS } from '@candor/protocol/desk';
import { type AuditActor, writeAudit } from '../audit/index.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../platform/secrets/session.ts';
import type { StaffDeps } from './deps.ts';
import { type NewLink, insertLink, replaceLinks } from './store/link-store.ts';
import { hasMembers, listActive } from './store/member-store.ts';

/** The page a link opens: its secret stands behind the #, where no server and no log sees it. */
const pageOf = (address: string, secret: string): string => `${address}/welcome#${secret}`;

/** Makes a link in the place of earlier ones for the same person; answers it, whole. */
export async function makeLink(
  tx: Tx,
  deps: Pick<StaffDeps, 'address'>,
  asked: Omit<NewLink, 'hash'>,
): Promise<string> {
  const secret = newSecret();
  await replaceLinks(tx, asked);
  await insertLink(tx, { ...asked, hash: hashSecret(secret) });
  return pageOf(deps.address(), secret);
}

/**
 * Makes the link by which an administrator is made, at a first start or from the terminal. Every
 * administrator there is hears of it by mail.
 */
export async function makeAdministratorLink(
  deps: Pick<StaffDeps, 'db' | 'clock' | 'address' | 'mailer'>,
  by: AuditActor,
): Promise<{ readonly link: string; readonly expiresAt: UnixMs }> {
  const at = deps.clock.now();
  const expiresAt = plusMs(at, ADMINISTRATOR_LINK_MS);
  const link = await deps.db.transaction(async (tx) => {
    const made = await makeLink(tx, deps, {
      id: newUuid(at),
      kind: 'administrator',
      memberId: null,
      email: null,
      roles: ['admin'],
      madeBy: by.kind === 'terminal' ? by.name : by.kind,
      at,
      until: expiresAt,
    });
    for (const { email, roles } of await listActive(tx)) {
      if (!roles.includes('admin')) continue;
      await deps.mailer.enqueue(tx, {
        to: email,
        template: 'staff-administrator-link',
        language: DEFAULT_LOCALE,
        values: { who: by.kind === 'terminal' ? by.name : 'Candor' },
      });
    }
    await writeAudit(tx, { at, actor: by, action: 'staff.administrator-link' });
    return made;
  });
  return { link, expiresAt };
}

/** The link of a first start; null where there is a member already. */
export async function makeFirstLink(
  deps: Pick<StaffDeps, 'db' | 'clock' | 'address' | 'mailer'>,
): Promise<string | null> {
  if (await hasMembers(deps.db)) return null;
  return (await makeAdministratorLink(deps, { kind: 'system' })).link;
}
