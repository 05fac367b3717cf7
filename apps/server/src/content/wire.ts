import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Content, createContent } from './index.ts';
import { contentRoutes } from './routes.ts';

/** Opens content in a process. */
export function wireContent(host: Host, parameters: Parameters): Content {
  const content = createContent({ ...host, parameters });
  host.onStart(() => content.start());
  host.addRoutes(contentRoutes(content));
  return content;
}
