import { ok } from '@candor/kernel';
import { transparency as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Transparency } from './index.ts';

/** The calls of transparency. */
export function transparencyRoutes(transparency: Transparency): Route[] {
  return [
    route(protocol.statistics, async () => ok([...(await transparency.statistics())])),
    route(protocol.fees, async () => ok(transparency.fees())),
    route(protocol.risk, async () => ok(await transparency.risk())),
  ];
}
