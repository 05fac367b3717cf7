import { type Clock, type UserId, ensure } from '@candor/kernel';
import { type SecurityKind, UPLOAD_PURPOSES, type security } from '@candor/protocol';
import { STAFF_ROLES } from '@candor/protocol/desk';
import { type AuditRecord, listAuditOfUser } from '../../../audit/index.ts';
import type { Database } from '../../../platform/postgres/db.ts';
import { findFreeze, isInForce, mayEnd } from '../../safeguards/index.ts';
import { listChanges } from './log-store.ts';
import { listLogins } from '../../audit/index.ts';
import { readOverview } from './overview-store.ts';
import { changedBy, staffAccessKind } from '../changes/rules.ts';

type Overview = security.SecurityOverview;
type Page<Item> = { records: Item[]; total: number };
type LoginItem = security.LoginItem;
type AccessItem = security.AccessItem;

/** Which page of a list of an account. */
export type PageParams = { readonly userId: UserId; readonly page: number; readonly size: number };

/** What an owner may read about the safety of an account. */
export type SecurityQueries = {
  overview(userId: UserId): Promise<Overview>;
  logins(params: PageParams): Promise<Page<LoginItem>>;
  changes(params: PageParams & { readonly about?: 'all' | 'documents' }): Promise<Page<AccessItem>>;
};

/** Actions by which staff see a document, or what a user said of themselves. */
const LOOKS = ['files.view-document', 'identity.read-details', 'identity.read-number'] as const;

/** What a member of staff did, as its user reads it: in which role, never by whom. */
function staffItem({ hash, at, actorKind, action, role, details }: AuditRecord): AccessItem {
  const reason = details['reason'];
  return {
    // Any id of its own will do: the first half of the row's hash, written as one.
    id: [8, 12, 16, 20, 32].map((end, n, ends) => hash.slice(ends[n - 1] ?? 0, end)).join('-'),
    at,
    kind: staffAccessKind(action),
    by: actorKind === 'system' ? 'product' : 'operator',
    role: STAFF_ROLES.find((one) => one === role) ?? null,
    device: '',
    address: '',
    reason: typeof reason === 'string' ? reason : null,
    document: UPLOAD_PURPOSES.find((one) => one === details['purpose']) ?? null,
  };
}

/** Makes the queries of one process. */
export function createSecurityQueries(deps: { db: Database; clock: Clock }): SecurityQueries {
  const { db, clock } = deps;
  return {
    async overview(userId) {
      const now = clock.now();
      const rows = await readOverview(db, userId, now);
      const account = ensure(rows.account, 'who has a session has an account');
      const contact = new Map(rows.contacts.map(({ channel, target }) => [channel, target]));
      const [email, phone] = [contact.get('email'), contact.get('phone')];
      const freeze = await findFreeze(db, userId);
      return {
        username: account.username,
        hasPassword: account.has_password,
        ...(email === undefined ? {} : { email }),
        ...(phone === undefined ? {} : { phone }),
        totp: account.totp,
        passkeys: rows.passkeys.map((one) => ({
          id: one.id,
          name: one.name,
          createdAt: one.created_at,
          lastUsedAt: one.last_used_at,
        })),
        recoveryLeft: account.recovery_left,
        antiPhishing: account.anti_phishing,
        wallets: rows.wallets.map(({ created_at: createdAt, ...wallet }) => ({
          ...wallet,
          createdAt,
        })),
        social: rows.social.map(({ id, issuer, linked_at: createdAt }) => ({
          id,
          issuer,
          createdAt,
        })),
        holds: rows.holds.map(({ reason, until }) => ({ reason: reason as SecurityKind, until })),
        freeze: isInForce(freeze, now)
          ? { since: freeze.since, until: freeze.until, needsReset: !mayEnd(freeze) }
          : null,
      };
    },
    async logins(params) {
      const { rows, total } = await listLogins(db, params);
      const records = rows.map(({ is_new: isNew, ...row }) => ({ ...row, isNew }));
      return { records, total };
    },
    async changes(params) {
      // Two logs in one order: of each as many as could stand on the pages up to this one.
      const { userId, page, size, about = 'all' } = params;
      const limit = page * size;
      if (about === 'documents') {
        const looks = await listAuditOfUser(db, { userId, limit, actions: LOOKS });
        const records = looks.records.slice(limit - size).map(staffItem);
        return { records, total: looks.total };
      }
      const { rows, total } = await listChanges(db, { userId, page: 1, size: limit });
      const staff = await listAuditOfUser(db, { userId, limit });
      const changed = rows.map((row) => ({
        id: row.id,
        at: row.at,
        kind: row.kind as SecurityKind,
        by: changedBy(row),
        device: row.device ?? '',
        address: row.address ?? '',
        role: null,
        reason: row.facts['reason'] ?? null,
        document: null,
      }));
      const records = [...changed, ...staff.records.map(staffItem)]
        .toSorted((a, b) => b.at - a.at)
        .slice(limit - size, limit);
      return { records, total: total + staff.total };
    },
  };
}
