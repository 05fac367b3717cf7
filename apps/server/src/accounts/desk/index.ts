/**
 * accounts/desk — a user as the operator's people see one, and what they may do to an account.
 * Owns: freezes by staff, notes of staff, accounts disabled for a time.
 * Announces: SecurityChanged and SessionRevoked, through the rooms below.
 * Needs: the desk's database role to read with, the product's to act with.
 * Refuses: an end too far away, and any command that moves money.
 */
import type { Clock, Result, UnixMs, UserId } from '@candor/kernel';
import { formatMoney, fail } from '@candor/kernel';
import type { Failure, StaffFreezeReason } from '@candor/protocol';
import type { UserDetail } from '@candor/protocol/desk';
import type { Proposal } from '../../cases/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { listHolds, listLogins } from '../audit/index.ts';
import { amountAt, findBrakes, isOwners, pausesAt } from '../safeguards/index.ts';
import { listLive } from '../sessions/index.ts';
import {
  type StaffCommand,
  enableAccount,
  freezeByStaff,
  noteByStaff,
  switchDemo,
  unfreezeByStaff,
} from './commands.ts';
import { disablingProposal } from './disabling.ts';
import { type ProfileRows, readProfile } from './profile-store.ts';
import { type Lookup, maskedContact } from './rules.ts';
import {
  type FoundUser,
  findByBeginning,
  findUserById,
  findUserOfContact,
  findUserOfWallet,
} from './search-store.ts';

export type { StaffCommand } from './commands.ts';
export { accountDisabling, endDisablings } from './disabling.ts';
export { type Lookup, lookupsOf, maskedContact } from './rules.ts';
export type { FoundUser } from './search-store.ts';

type NotFound = Failure<'not-found'>;

/** A user's page, but for the names of members, which are staff's to say. */
export type Profile = Omit<UserDetail, 'freeze' | 'notes'> & {
  readonly freeze: (Omit<NonNullable<UserDetail['freeze']>, 'byName'> & { by: string }) | null;
  readonly notes: readonly (Omit<UserDetail['notes'][number], 'byName'> & { by: string })[];
};

/** Users as the desk looks at them and acts on them. */
export type DeskUsers = {
  find(userId: UserId): Promise<FoundUser | null>;
  /** Users a lookup of this capability's own names finds, at most `limit`. */
  lookUp(lookup: Lookup, limit: number): Promise<FoundUser[]>;
  /** Everything a user's page shows; contacts masked unless said. */
  profile(userId: UserId, options: { readonly showsContacts: boolean }): Promise<Profile | null>;
  note(by: StaffCommand, text: string): Promise<Result<null, NotFound>>;
  /** @failure unreadable — an end that is over or too far away */
  freeze(
    by: StaffCommand,
    asked: { readonly reason: StaffFreezeReason; readonly until: UnixMs },
  ): Promise<Result<null, Failure<'not-found' | 'unreadable'>>>;
  unfreeze(by: StaffCommand, reason: string): Promise<Result<null, NotFound>>;
  setDemo(
    by: StaffCommand,
    asked: { readonly isOn: boolean; readonly reason: string },
  ): Promise<Result<null, NotFound>>;
  enable(by: StaffCommand, reason: string): Promise<Result<null, NotFound>>;
  /** What two others decide on. @failure case-impossible — disabled or closed, or no such end */
  proposeDisabling(
    userId: UserId,
    asked: { readonly reason: string; readonly until: UnixMs },
  ): Promise<Result<Proposal, NotFound | { readonly name: 'case-impossible' }>>;
};

/** Log-ins a page shows. */
const LOGINS_SHOWN = 20;

function factorsOf(factors: NonNullable<ProfileRows['factors']>): UserDetail['factors'] {
  return {
    password: factors.has_password,
    totp: factors.totp,
    passkeys: factors.passkeys,
    recoveryLeft: factors.recovery_left,
    wallets: factors.wallets,
    social: factors.social,
  };
}

async function profileOf(
  { deskDb, clock }: { readonly deskDb: Database; readonly clock: Clock },
  user: FoundUser,
  showsContacts: boolean,
): Promise<Profile | null> {
  const { id: userId, status, ...item } = user;
  const now = clock.now();
  const [rows, sessions, logins, brakes, holds] = await Promise.all([
    readProfile(deskDb, userId, now),
    listLive(deskDb, userId, now),
    listLogins(deskDb, { userId, page: 1, size: LOGINS_SHOWN }),
    findBrakes(deskDb, [userId]),
    listHolds(deskDb, userId, now),
  ]);
  const { contacts, factors, freeze, disabling, notes } = rows;
  if (factors === null) return null;
  const { limits = [], pauses = [] } = brakes.get(userId) ?? {};
  return {
    ...item,
    id: userId,
    state: status,
    language: factors.language,
    factors: factorsOf(factors),
    contacts: contacts.map(({ channel, target, confirmed_at: confirmedAt }) => ({
      channel,
      target: showsContacts ? target : maskedContact(channel, target),
      isMasked: !showsContacts,
      confirmedAt,
    })),
    sessions: sessions.map(({ id, device, address, created_at, last_at }) => ({
      id,
      device,
      address,
      createdAt: created_at,
      lastAt: last_at,
    })),
    logins: logins.rows.map(({ is_new: isNew, ...row }) => ({ ...row, isNew })),
    limits: limits.flatMap((limit) => {
      const amount = amountAt(limit, now);
      if (amount === null) return [];
      return [{ kind: limit.kind, period: limit.period, amount: formatMoney(amount) }];
    }),
    pauses: pausesAt(pauses, now)
      .filter(isOwners)
      .map(({ kind, since, until }) => ({ kind, since, until })),
    holds: holds.map(({ reason, until }) => ({ reason, until })),
    freeze,
    disabled:
      disabling === null || status !== 'disabled'
        ? null
        : {
            since: disabling.since,
            until: disabling.until,
            reason: disabling.reason,
            caseNumber: disabling.case_number,
          },
    notes,
  };
}

/** Opens what the desk sees of accounts. */
export function createDeskUsers(deps: {
  /** The product's role, which acts. */
  readonly db: Database;
  /** The desk's role, which reads. */
  readonly deskDb: Database;
  readonly clock: Clock;
}): DeskUsers {
  const { deskDb } = deps;

  async function idOf(lookup: Lookup): Promise<UserId | null> {
    switch (lookup.by) {
      case 'id':
        return lookup.id as UserId;
      case 'mail':
      case 'phone':
        return findUserOfContact(deskDb, lookup.contact);
      case 'wallet':
        return findUserOfWallet(deskDb, lookup);
      default:
        return null;
    }
  }

  return {
    find: (userId) => findUserById(deskDb, userId),
    async lookUp(lookup, limit) {
      if (lookup.by === 'name') return findByBeginning(deskDb, lookup.prefix, limit);
      const userId = await idOf(lookup);
      const found = userId === null ? null : await findUserById(deskDb, userId);
      return found === null ? [] : [found];
    },
    async profile(userId, { showsContacts }) {
      const user = await findUserById(deskDb, userId);
      return user === null ? null : profileOf(deps, user, showsContacts);
    },
    note: (by, text) => noteByStaff(deps, by, text),
    freeze: (by, asked) => freezeByStaff(deps, by, asked),
    unfreeze: (by, reason) => unfreezeByStaff(deps, by, reason),
    setDemo: (by, asked) => switchDemo(deps, by, asked),
    enable: (by, reason) => enableAccount(deps, by, reason),
    async proposeDisabling(userId, asked) {
      const user = await findUserById(deskDb, userId);
      if (user === null) return fail({ name: 'not-found' });
      return disablingProposal(deps, user, asked);
    },
  };
}
