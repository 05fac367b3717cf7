import { ok } from '@candor/kernel';
import { content as calls } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Content } from './index.ts';
import { languageAsked } from './rules.ts';

/** The calls of content. */
export function contentRoutes(content: Content): Route[] {
  return [
    route(calls.listContents, async ({ params, query }) =>
      ok(await content.list(Number.parseInt(params.id, 10), languageAsked(query))),
    ),
    route(calls.getContent, async ({ params, query }) =>
      content.find(params.id, languageAsked(query)),
    ),
    route(calls.parameterByKey, async ({ params }) => content.parameter(params.key)),
  ];
}
