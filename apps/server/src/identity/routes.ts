import { ok } from '@candor/kernel';
import { identity as calls } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Identity } from './index.ts';

/** The calls of identification. */
export function identityRoutes(identity: Identity): Route[] {
  return [
    route(calls.identification, async ({ session }) => ok(await identity.get(session().userId))),
    route(calls.identify, ({ body, session }) => identity.submit(session().userId, body)),
    route(calls.proveAddress, ({ body, session }) => identity.proveAddress(session().userId, body)),
  ];
}
