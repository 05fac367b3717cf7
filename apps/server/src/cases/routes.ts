import { ok } from '@candor/kernel';
import { cases as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Cases } from './index.ts';

/** What a user may ask about cases. */
export function caseRoutes(cases: Pick<Cases, 'ofUser'>): Route[] {
  return [
    route(protocol.listUserCases, async ({ session, query }) =>
      ok(await cases.ofUser({ userId: session().userId, ...query })),
    ),
  ];
}
