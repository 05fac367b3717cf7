import { type Result, ensure, fail, ok } from '@candor/kernel';
import type { Endpoint, ErrorName, Failure, FailureResult } from '@candor/protocol';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

export type Fields = FailureResult['fields'];
export type Parsed = { body: unknown; query: unknown; params: unknown };

/** How a refusal is thrown out of the parsing steps; caught only in `http.ts`. */
export class Refused extends Error {
  readonly failure: Failure;
  readonly fields: Fields;
  constructor(failure: Failure, fields: Fields = []) {
    super(failure.name);
    this.failure = failure;
    this.fields = fields;
  }
}

function parsePart(endpoint: Endpoint, type: z.ZodType, value: unknown): Result<unknown, Fields> {
  const parsed = type.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return fail(
    parsed.error.issues.map((issue) => ({
      field: issue.path.map(String).join('.'),
      problem:
        issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}` : issue.code,
    })),
  );
}

/** Text that is there but malformed, or nothing at all, has the seed's code; odd types do not. */
function seedFailure(endpoint: Endpoint, fields: Fields, body: unknown): ErrorName | null {
  const [only] = fields;
  if (only === undefined || fields.some(({ field }) => field !== only.field)) return null;
  const name = endpoint.fieldFailures?.[only.field];
  if (name === undefined || typeof body !== 'object' || body === null) return null;
  const value = (body as Record<string, unknown>)[only.field];
  const readable = value === undefined || typeof value === 'string' || typeof value === 'number';
  return readable ? name : null;
}

const isText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/**
 * Where something stands that no column of text can keep: a NUL, or half a pair of UTF-16. Null: nowhere.
 * How deep a body goes was looked at when it was read.
 */
function placeOfNoText(value: unknown): string[] | null {
  if (typeof value === 'string') return isText(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!isText(key)) return [];
    const within = placeOfNoText(inner);
    if (within !== null) return [key, ...within];
  }
  return null;
}

function refuseNoText(parts: readonly unknown[]): void {
  for (const part of parts) {
    const place = placeOfNoText(part);
    if (place === null) continue;
    throw new Refused({ name: 'unreadable' }, [{ field: place.join('.'), problem: 'no text' }]);
  }
}

/**
 * What a call said, read by the shapes of its endpoint.
 *
 * @throws Refused
 */
export function parse(endpoint: Endpoint, request: FastifyRequest, said: unknown): Parsed {
  // No body is the empty one; the body "null" is something a caller said.
  const given = said === undefined ? {} : said;
  const body = endpoint.method === 'GET' ? {} : given;
  refuseNoText([request.params, request.query, body]);
  const params = parsePart(endpoint, endpoint.params, request.params ?? {});
  const query = parsePart(endpoint, endpoint.query, request.query ?? {});
  const parsed = parsePart(endpoint, endpoint.body, body);
  const fields = [params, query, parsed].flatMap((part) => (part.ok ? [] : part.failure));
  if (params.ok && query.ok && parsed.ok) {
    return { body: parsed.value, query: query.value, params: params.value };
  }
  const name = seedFailure(endpoint, fields, body);
  if (name !== null) throw new Refused({ name, field: ensure(fields[0], 'a field').field });
  throw new Refused({ name: 'unreadable' }, fields);
}
