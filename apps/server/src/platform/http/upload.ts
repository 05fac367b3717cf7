import multipart from '@fastify/multipart';
import { type Result, fail, ok } from '@candor/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a form brought: its fields as text, and the one file. */
export type Form = { readonly fields: Record<string, string>; readonly file: Buffer };

/** Why a form gave nothing: it is no such form, its file is too large, or it broke off. */
export type FormProblem = { readonly problem: 'odd' | 'large' | 'broken' };

const FIELDS_MAX = 8;
const FIELD_NAME_BYTES_MAX = 40;
const FIELD_BYTES_MAX = 200;
const HEADERS_MAX = 8;

/** Lets a scope take forms. Nothing is ever written to a disk on the way. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      files: 1,
      fields: FIELDS_MAX,
      parts: FIELDS_MAX + 1,
      fieldNameSize: FIELD_NAME_BYTES_MAX,
      fieldSize: FIELD_BYTES_MAX,
      headerPairs: HEADERS_MAX,
    },
  });
}

const ONE_CLICK_BYTES_MAX = 1_024;

/** Lets a scope take the forms of mail programs, whose content says nothing. @source RFC 8058 3.2 */
export function ignoreForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: ONE_CLICK_BYTES_MAX },
    (_request, _body, done) => done(null, undefined),
  );
}

const LARGE = 'FST_REQ_FILE_TOO_LARGE';
/** A form that says something else than it should, not one that broke off. */
const ODD = /^FST_(?:PARTS|FILES|FIELDS)_LIMIT$|^FST_PROTO|^FST_INVALID/;

function problemOf(error: unknown): FormProblem {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === LARGE) return { problem: 'large' };
  return { problem: ODD.test(code) ? 'odd' : 'broken' };
}

/**
 * Reads a form with exactly one file under the field that is named.
 *
 * @failure odd — no form, another file than that one, a field twice or too long
 * @failure large — the file is larger than it may be
 * @failure broken — the form ended before it was over
 */
export async function readUpload(
  request: FastifyRequest,
  params: { readonly field: string; readonly bytesMax: number },
): Promise<Result<Form, FormProblem>> {
  if (!request.isMultipart()) return fail({ problem: 'odd' });
  const fields = new Map<string, string>();
  let file: Buffer | null = null;
  let isOdd = false;
  try {
    for await (const part of request.parts({ limits: { fileSize: params.bytesMax } })) {
      if (part.type === 'file') {
        // Read even when it is not the one: the form goes on behind it.
        const bytes = await part.toBuffer();
        if (part.fieldname !== params.field) isOdd = true;
        else file = bytes;
        continue;
      }
      const { fieldname, value, valueTruncated, fieldnameTruncated } = part;
      const isPlain = typeof value === 'string' && !valueTruncated && !fieldnameTruncated;
      if (!isPlain || fields.has(fieldname)) isOdd = true;
      else fields.set(fieldname, value);
    }
  } catch (error) {
    return fail(problemOf(error));
  }
  if (isOdd || file === null) return fail({ problem: 'odd' });
  return ok({ fields: Object.fromEntries(fields), file });
}
