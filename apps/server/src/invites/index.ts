/**
 * invites — who brings whom, seen from both sides.
 * Owns: nothing; accounts write down who came by whose code.
 * Announces: nothing.
 * Needs: accounts for codes and names.
 * Refuses: any reward, and to show more of a person than the start of the name.
 */
import { type Result, type UserId, fail, ok } from '@candor/kernel';
import { type Failure, type ResultOf, invites as calls } from '@candor/protocol';
import type { Invitations } from '../accounts/index.ts';
import { inviteLink, maskedName } from './rules.ts';

type Invite = ResultOf<typeof calls.invite>;
type Invited = ResultOf<typeof calls.listInvited>;

/** What invites offers. */
export type Invites = {
  /** A user's code and link, and how many came by it. */
  invite(userId: UserId): Promise<Invite>;
  /** Who came, masked, the latest first. */
  invited(params: { userId: UserId; page: number; size: number }): Promise<Invited>;
  /** Whose code it is, masked. @failure no-such-user — nobody's */
  inviter(code: string): Promise<Result<{ name: string }, Failure<'no-such-user'>>>;
};

/** Opens the capability. */
export function createInvites(deps: {
  invitations: Invitations;
  /** Address of our pages; null while it is not known. */
  pagesAt: () => string | null;
}): Invites {
  const { invitations, pagesAt } = deps;
  return {
    async invite(userId) {
      const code = await invitations.codeOf(userId);
      const joined = await invitations.countOf(userId);
      const { reward, inviterSees, invitedSees } = calls.INVITE_DISCLOSURE;
      const disclosure = {
        reward,
        inviterSees: [...inviterSees],
        invitedSees: [...invitedSees],
      };
      return { code, link: inviteLink(pagesAt(), code), joined, disclosure };
    },
    async invited(params) {
      const names = await invitations.namesOf(params);
      const total = await invitations.countOf(params.userId);
      return { records: names.map((name) => ({ name: maskedName(name) })), total };
    },
    async inviter(code) {
      const name = await invitations.inviterName(code);
      return name === null ? fail({ name: 'no-such-user' }) : ok({ name: maskedName(name) });
    },
  };
}
