import { CASE_CLOSED, type CaseClosed, changeOf } from '../cases/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Content, createContent } from './index.ts';
import { contentRoutes } from './routes.ts';

/** Opens content in a process. */
export function wireContent(
  host: Host,
  parameters: Parameters,
  payoutAddress: string | null,
): Content {
  const content = createContent({ ...host, parameters, payoutAddress });
  host.onStart(() => content.start());
  host.bus.subscribe(CASE_CLOSED, async (closed: CaseClosed) => {
    const change = changeOf(closed);
    if (change !== null) await content.announce(change);
  });
  host.addRoutes(contentRoutes(content));
  return content;
}
