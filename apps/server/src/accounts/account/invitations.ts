import type { UserId } from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import { countInvited, findCode, findInviterName, listInvitedNames } from './invitation-store.ts';
import { readInviteCode } from './rules.ts';

/** Who may invite by what, and who came by it. */
export type Invitations = {
  /** The code a user invites with. @throws InvariantError for no user */
  codeOf(userId: UserId): Promise<string>;
  countOf(userId: UserId): Promise<number>;
  /** User names of those who came, the latest first, a page of them. */
  namesOf(params: { userId: UserId; page: number; size: number }): Promise<string[]>;
  /** User name of whose code it is, however it was typed; null for nobody's. */
  inviterName(code: string): Promise<string | null>;
};

/** Opens the invitations of accounts to a user who shows them. */
export function createInvitations(db: Database): Invitations {
  return {
    codeOf: (userId) => findCode(db, userId),
    countOf: (userId) => countInvited(db, userId),
    namesOf: (params) => listInvitedNames(db, params),
    async inviterName(text) {
      const code = readInviteCode(text);
      return code === null ? null : findInviterName(db, code);
    },
  };
}
