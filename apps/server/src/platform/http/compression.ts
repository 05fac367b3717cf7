import { Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { type Endpoint, REHEARSAL_HEADER } from '@candor/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file instead of the envelope, for an endpoint that says `file`: to be kept, not shown. */
export type FileAnswer = {
  readonly file: {
    readonly type: string;
    readonly name: string;
    readonly content: string | Buffer | Readable;
  };
};

/** Below this a packet is not filled anyway. */
const COMPRESSED_FROM_BYTES = 1_024;

/** Whether a caller takes answers compressed by gzip. */
export function takesGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
}

/**
 * What is public, compressed for clients that take that: the market's lists are long. An answer to
 * one account never is: the length of what is compressed tells a listener about what is in it.
 */
export async function compress(
  endpoint: Endpoint,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  text: string,
): Promise<string | Buffer> {
  if (endpoint.access !== 'public' || endpoint.method !== 'GET') return text;
  reply.header('vary', 'accept-encoding');
  if (text.length < COMPRESSED_FROM_BYTES || !takesGzip(request)) return text;
  reply.header('content-encoding', 'gzip');
  return promisify(gzip)(text, { level: constants.Z_BEST_SPEED });
}

/** Sends a file; a stream is compressed on its way when the caller takes that. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer['file'],
): FastifyReply {
  const { type, name, content } = file;
  // A file goes on alone, without its headers: of a rehearsal its name says so.
  const kept = reply.hasHeader(REHEARSAL_HEADER) ? `rehearsal-${name}` : name;
  reply.type(type).header('content-disposition', `attachment; filename="${kept}"`);
  if (!(content instanceof Readable) || !takesGzip(request)) return reply.send(content);
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  // A reader that hangs up ends the source too; both ends know of it, so nothing is told here.
  return reply.send(pipeline(content, createGzip(), () => undefined));
}
