import {
  type Mode,
  type RequestId,
  type Result,
  type UserId,
  assert,
  ensure,
} from '@candor/kernel';
import {
  CHECKPOINT_HEADER,
  type Endpoint,
  type ErrorName,
  type Failure,
  IDEMPOTENCY_HEADER,
  MODE_HEADER,
  type ResultOf,
  httpStatusOf,
  asking,
  modeOfHeader,
  refusal,
  success,
} from '@candor/protocol';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { z } from 'zod';
import { type FileAnswer, compress, sendFile } from './compression.ts';
import { type Fields, type Parsed, Refused, parse } from './http-parsing.ts';
import { type IdempotencyKey, hashOf } from '../commit/idempotency.ts';
import { type Admit, type AdmissionParams, enforceLimit } from './admission.ts';
import { createLimits } from './limits.ts';
import type { Session } from '../secrets/session.ts';
import { RETRY_AFTER } from '../postgres/unavailable.ts';
import { type UploadHold, type UploadRoom, createUploadRoom } from './upload-room.ts';
import { acceptUploads, ignoreForms, readUpload } from './upload.ts';

/** What a route knows about one call, parsed and checked. */
export type Call<E extends Endpoint, Who = Session> = {
  readonly body: z.output<E['body']>;
  readonly query: z.output<E['query']>;
  readonly params: z.output<E['params']>;
  /** Where the call came from, for limits, logs and the device list. */
  readonly origin: CallOrigin;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The caller. @throws InvariantError on a call without a session */
  session(): Who;
  /**
   * The caller of a call that is open to visitors; null: a visitor, and on a public call any
   * caller.
   */
  caller(): Who | null;
  /** The trading accounts the call is about. @throws InvariantError on a mode-free call */
  mode(): Mode;
  /** The file that came with the fields. @throws InvariantError for a call that takes none */
  upload(): Buffer;
  /** The idempotency key with the hash of what was asked. @throws InvariantError without money */
  idempotencyKey(): IdempotencyKey;
};

/** Who is at the other end of the wire. */
export type CallOrigin = { readonly address: string; readonly device: string };

/** An answer that was kept earlier or must be sent byte for byte: the envelope's text. */
export type KeptText = {
  readonly kept: string;
  /** The record whose present state answers instead: the bytes were kept for their time. */
  readonly made?: string;
};

/** What a route answers: a result, a refusal, the text of an envelope, or a file. */
export type Answer<E extends Endpoint> = Result<ResultOf<E>, Failure> | KeptText | FileAnswer;

/** One endpoint with what answers it. */
export type Route<Who = Session> = {
  readonly endpoint: Endpoint;
  /** Largest file that is taken now, where that is less than the endpoint allows at all. @units bytes */
  readonly uploadBytesMax?: () => number;
  run(call: Call<Endpoint, Who>): Promise<Answer<Endpoint>>;
};

/** Ties an endpoint to what answers it; the shapes come from the endpoint. */
export function route<E extends Endpoint, Who = Session>(
  endpoint: E,
  run: (call: Call<E, Who>) => Promise<Answer<E>>,
  more: Pick<Route, 'uploadBytesMax'> = {},
): Route<Who> {
  return { endpoint, run: run as unknown as Route<Who>['run'], ...more };
}

/** Hears of every call that was refused, by its name and the refusal's. */
export type OnRefused = (call: string, refusal: ErrorName) => void;

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
/** A call with what decides whether it may be made. */
type CallParams<Who> = Pick<AdmissionParams, 'endpoint' | 'limits'> & {
  readonly onRefused: OnRefused;
  readonly admit: Admit<Who>;
  readonly uploadBytesMax: (() => number) | undefined;
  readonly uploads: UploadRoom;
};

function modeOf(endpoint: Endpoint, request: FastifyRequest): Mode | null {
  if (endpoint.mode === 'free') return null;
  const mode = modeOfHeader(request.headers[MODE_HEADER]);
  if (mode !== null) return mode;
  throw new Refused({ name: 'unreadable' }, [{ field: MODE_HEADER, problem: 'missing or odd' }]);
}

/** Says when to come again, where an answer is that it is too early and the route did not say. */
function sayWhen(failure: Failure, reply: FastifyReply): void {
  if (failure.name !== 'too-many' || reply.hasHeader('retry-after')) return;
  reply.header('retry-after', failure.facts?.['seconds'] ?? String(RETRY_AFTER.call));
}

function idempotencyKeyOf(options: {
  endpoint: Endpoint;
  request: FastifyRequest;
  parsed: Parsed;
  userId: UserId;
  mode: Mode | null;
}): IdempotencyKey {
  const { endpoint, request, parsed } = options;
  const { requestId } = parsed.body as { requestId: RequestId };
  const header = request.headers[IDEMPOTENCY_HEADER];
  if (header !== undefined && header !== requestId) {
    throw new Refused({ name: 'unreadable' }, [
      { field: IDEMPOTENCY_HEADER, problem: 'differs from requestId' },
    ]);
  }
  const { body, params } = parsed;
  const bodyHash = hashOf({ call: endpoint.name, mode: options.mode, body, params });
  return { userId: options.userId, requestId, call: endpoint.name, bodyHash };
}

/**
 * The fields and the file of a form; a caller who may not ask, or for whose form there is no room, was turned away
 * before it was read.
 */
async function formOf(
  upload: NonNullable<Endpoint['upload']>,
  { bytesMax, hold }: { readonly bytesMax: number; readonly hold: UploadHold },
  { request }: Exchange,
): Promise<{ fields: unknown; file: Buffer }> {
  const { field } = upload;
  const large = { name: upload.tooLarge, field, facts: { max: String(bytesMax) } };
  if (hold.take(request, bytesMax) === 'large') throw new Refused(large);
  const form = await readUpload(request, { field, bytesMax });
  if (form.ok) return form.value;
  const { problem } = form.failure;
  if (problem === 'large') throw new Refused(large);
  throw new Refused({ name: problem === 'odd' ? 'unreadable' : upload.brokenOff, field });
}

async function callOf<Who>(
  params: CallParams<Who> & { readonly hold: UploadHold },
  exchange: Exchange,
): Promise<Call<Endpoint, Who>> {
  const { endpoint } = params;
  const { request, reply } = exchange;
  const { who, userId } = await params.admit({ ...params, ...exchange });
  const mode = modeOf(endpoint, request);
  const { upload } = endpoint;
  const bytesMax = Math.min(upload?.bytesMax ?? 0, params.uploadBytesMax?.() ?? Infinity);
  const { hold } = params;
  const form = upload === undefined ? null : await formOf(upload, { bytesMax, hold }, exchange);
  const parsed = parse(endpoint, request, form === null ? request.body : form.fields);
  const act =
    endpoint.money && userId !== null
      ? idempotencyKeyOf({ endpoint, request, parsed, userId, mode })
      : null;
  return {
    ...parsed,
    request,
    reply,
    origin: {
      address: request.ip,
      device: (request.headers['user-agent'] ?? '').slice(0, 200),
    },
    session: () => ensure(who, 'the call needs a session'),
    caller: () => who,
    mode: () => ensure(mode, 'the call is bound to a mode'),
    upload: () => ensure(form, 'the call takes a file').file,
    idempotencyKey: () => ensure(act, 'the call moves money'),
  };
}

/** The envelope's text for a result or a refusal; kept answers are made by it too. */
export function envelopeText(endpoint: Endpoint, answer: Result<unknown, Failure>): string {
  if (!answer.ok) return JSON.stringify(refusal(answer.failure));
  const asked = endpoint.asks?.(answer.value) ?? null;
  return JSON.stringify(
    asked === null ? success(answer.value, endpoint.success) : asking(answer.value, asked),
  );
}

/** An envelope says its code first, so its text need not be read to the end. */
const CODE_OF_TEXT = /^\{"code":"([^"]*)"/;

function statusOfText(text: string): number {
  const code = ensure(CODE_OF_TEXT.exec(text)?.[1], 'an envelope begins with its code');
  return /^[1-5]\d\d$/.test(code) ? Number.parseInt(code, 10) : 200;
}

async function answerOf<Who>(
  route: Route<Who>,
  params: CallParams<Who>,
  exchange: Exchange,
): Promise<{ status: number; text: string } | FileAnswer> {
  const hold = params.uploads.open();
  try {
    const call = await callOf({ ...params, hold }, exchange);
    const answer = await route.run(call);
    if ('file' in answer) return answer;
    if ('kept' in answer) return { status: statusOfText(answer.kept), text: answer.kept };
    if (!answer.ok) {
      enforceLimit(await params.limits.ofRefusal(exchange.request), exchange.reply);
      params.onRefused(route.endpoint.name, answer.failure.name);
      sayWhen(answer.failure, exchange.reply);
    }
    const text = envelopeText(route.endpoint, answer);
    return { status: answer.ok ? 200 : httpStatusOf(answer.failure.name), text };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    params.onRefused(route.endpoint.name, error.failure.name);
    const text = JSON.stringify(refusal(error.failure, error.fields));
    return { status: httpStatusOf(error.failure.name), text };
  } finally {
    hold.release();
  }
}

/** Registers every route below a path. Two routes of one endpoint are a broken promise. */
export function registerRoutes<Who>(
  app: FastifyInstance,
  options: {
    routes: readonly Route<Who>[];
    /** Below which path they are; empty where their own are whole. */
    below: string;
    admit: Admit<Who>;
    limitScale: number;
    onRefused?: OnRefused;
    /** The room all forms of this server share. */
    uploads?: UploadRoom;
    /** Who is counted apart from unknown callers that ask about the same. */
    apartOf?: (request: FastifyRequest) => string | Promise<string>;
    /** What commands and receipts are answered with beside the answer; null while there is nothing. */
    evidence?: () => string | null;
  },
): void {
  const names = new Set<string>();
  for (const { endpoint } of options.routes) {
    assert(!names.has(endpoint.name), `two routes answer ${endpoint.name}`);
    names.add(endpoint.name);
  }
  const limitsOf = createLimits(app, options.limitScale, options.apartOf);
  const { uploads = createUploadRoom() } = options;
  const register = (scope: FastifyInstance, one: Route<Who>, page?: string): void => {
    const { endpoint } = one;
    const limits = limitsOf(endpoint);
    const isForEverybody = endpoint.access === 'public' && endpoint.method === 'GET';
    const { admit, onRefused = () => undefined } = options;
    const { uploadBytesMax } = one;
    const asked = { endpoint, limits, admit, onRefused, uploadBytesMax, uploads };
    const isEvidence = endpoint.money || endpoint.evidence === true;
    // What a session reads or gets is nobody else's, also behind a cache in between. It is counted
    // later, by its account: most calls take this way, and need no promise for it.
    const markPrivate: onRequestHookHandler = (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    };
    // Before the body is read: a caller who is turned away costs as little as can be.
    const limitByPlace: onRequestAsyncHookHandler = async (request, reply) => {
      if (!isForEverybody) reply.header('cache-control', 'no-store');
      const wait = await limits.ofPlace(request);
      if (wait === null) return undefined;
      asked.onRefused(endpoint.name, 'too-many');
      return sendRefusal(reply.header('retry-after', String(wait)), { name: 'too-many' });
    };
    scope.route({
      method: endpoint.method,
      url: page ?? `${options.below}${endpoint.path}`,
      onRequest: endpoint.access === 'session' ? markPrivate : limitByPlace,
      handler: async (request, reply) => {
        const answer = await answerOf(one, asked, { request, reply });
        if ('file' in answer) return sendFile(request, reply, answer.file);
        const { status, text } = answer;
        reply.code(status).type('application/json; charset=utf-8');
        const evidence = isEvidence ? (options.evidence?.() ?? null) : null;
        if (evidence !== null) reply.header(CHECKPOINT_HEADER, evidence);
        return reply.send(await compress(endpoint, { request, reply }, text));
      },
    });
  };
  const takesForm = ({ endpoint }: Route<Who>): boolean => endpoint.upload !== undefined;
  for (const one of options.routes) if (!takesForm(one)) register(app, one);
  // A scope of its own: no other call reads a form.
  void app.register(async (scope) => {
    await acceptUploads(scope);
    for (const one of options.routes) if (takesForm(one)) register(scope, one);
  });
  // Nor a mail program's.
  void app.register(async (scope) => {
    ignoreForms(scope);
    for (const one of options.routes) {
      if (one.endpoint.oneClick !== undefined) register(scope, one, one.endpoint.oneClick);
    }
  });
}

/** Refuses what is not ours by its HTTP status, in the envelope. */
export function sendRefusal(
  reply: FastifyReply,
  failure: Failure,
  fields: Fields = [],
): FastifyReply {
  return reply
    .code(httpStatusOf(failure.name))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal(failure, fields)));
}
