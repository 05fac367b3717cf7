import { payIn } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import type { Keys } from './index.ts';

/** The call that says where a user pays in. */
export function keyRoutes(keys: Keys): Route[] {
  return [
    route(payIn.depositAddress, (call) => {
      const { userId } = call.session();
      return keys.address({ ...call.query, userId, mode: call.mode() });
    }),
  ];
}
