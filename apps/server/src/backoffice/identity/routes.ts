import { ok } from '@candor/kernel';
import { identity as protocol } from '@candor/protocol/desk';
import type { IdentityReviews, UnnamedFinding } from '../../identity/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** What an identification is reviewed by, for who claimed its case. */
export function identityRoutes(
  route: RouteOfDesk,
  deps: {
    readonly reviews: IdentityReviews;
    /** Who some users are, by their ids. */
    readonly usersOf: (
      ids: readonly string[],
    ) => Promise<ReadonlyMap<string, { readonly username: string }>>;
  },
): DeskRoute[] {
  const { reviews, usersOf } = deps;

  async function named(findings: readonly UnnamedFinding[]) {
    const users = await usersOf([...new Set(findings.map(({ userId }) => userId))]);
    return findings.map((one) => ({
      ...one,
      username: users.get(one.userId)?.username ?? one.userId,
    }));
  }

  return [
    route(protocol.readIdentity, async (call) => {
      const { memberId } = call.session();
      const found = await reviews.read({ memberId, caseId: call.params.id });
      if (!found.ok) return found;
      const { number: subject, userId, findings, ...review } = found.value;
      call.concerns({ subject, userId });
      return ok({ ...review, findings: await named(findings) });
    }),
    route(protocol.checkIdentity, async (call) => {
      const { memberId } = call.session();
      const { documentNumber, mrz } = call.body;
      const found = await reviews.check({
        memberId,
        caseId: call.params.id,
        ...(documentNumber === undefined ? {} : { documentNumber }),
        ...(mrz === undefined ? {} : { mrz }),
      });
      if (!found.ok) return found;
      const { number: subject, userId, findings, ...checked } = found.value;
      call.concerns({ subject, userId });
      return ok({ ...checked, findings: await named(findings) });
    }),
  ];
}
