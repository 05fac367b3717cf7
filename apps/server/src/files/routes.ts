import { ok } from '@candor/kernel';
import { files as calls } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Files } from './index.ts';
import { fileNameOf } from './rules.ts';

/** The calls of files. */
export function fileRoutes(files: Files): Route[] {
  return [
    route(
      calls.upload,
      ({ body, session, upload }) =>
        files.keep({ userId: session().userId, purpose: body.purpose, bytes: upload() }),
      { uploadBytesMax: () => files.bytesMax() },
    ),
    route(calls.link, ({ params, session }) =>
      files.link({ userId: session().userId, id: params.id }),
    ),
    route(calls.view, async ({ params, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      const opened = await files.view({ id: params.id, ...query });
      if (!opened.ok) return opened;
      const { kind: type, bytes: content } = opened.value;
      return { file: { type, name: fileNameOf(opened.value), content } };
    }),
    route(calls.remove, async ({ params, session }) => {
      const removed = await files.remove({ userId: session().userId, id: params.id });
      return removed.ok ? ok({}) : removed;
    }),
  ];
}
