import { type Result, fail, ok } from '@candor/kernel';
import type { Envelope, ErrorName, FailureResult } from '@candor/protocol/light';
import {
  DESK_CALLS,
  type DeskCall,
  type DeskCallInput,
  type DeskCallName,
  type DeskCallResult,
} from '@candor/protocol/desk-light';
import { hearWallTime } from './clock.ts';

/** Longest wait for an answer. @source seed §9 @units milliseconds */
const TIMEOUT_MS = 90_000;
const OK_CODE = '200';

/**
 * Why a call gave nothing: a refusal of the server's catalogue, `network` when no answer came,
 * `timeout` when it did not come in time, `unknown` for what cannot be read.
 */
export type CallFailure = {
  readonly name: ErrorName | 'network' | 'timeout' | 'unknown';
  readonly field?: string;
  readonly facts?: Readonly<Record<string, string>>;
};

type Parts = {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** What a call is made with beside its own input. */
export type CallOptions = {
  readonly signal?: AbortSignal;
  /** A file that is brought, in place of a body. */
  readonly form?: FormData;
};

/** A file a call answered with. */
export type AnsweredFile = { readonly name: string; readonly file: Blob };

/** Told when the server says that the session is over. */
let onSessionOver: () => void = () => undefined;

/** Sets what happens when a session ends under the member's hands. */
export function whenSessionOver(tell: () => void): void {
  onSessionOver = tell;
}

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return text.size === 0 ? filled : `${filled}?${text.toString()}`;
}

function failureOf(envelope: Envelope<unknown>): CallFailure {
  const result = envelope.result as Partial<FailureResult> | null | undefined;
  if (typeof result?.name !== 'string') return { name: 'unknown', facts: { code: envelope.code } };
  return {
    name: result.name as ErrorName,
    ...(result.field == null ? {} : { field: result.field }),
    ...(result.facts === undefined ? {} : { facts: result.facts }),
  };
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') === true;

async function readFile(response: Response): Promise<AnsweredFile> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'candor';
  return { name, file: await response.blob() };
}

/** Refusals by their status alone say nothing in their body. */
const BY_STATUS: Readonly<Record<number, ErrorName>> = { 401: 'session-over', 403: 'forbidden' };

async function read(response: Response, call: DeskCall): Promise<Result<unknown, CallFailure>> {
  const refused = BY_STATUS[response.status];
  if (refused === 'session-over' && call.access === 'session') onSessionOver();
  if (refused !== undefined) return fail({ name: refused });
  if (!isJson(response)) {
    return response.ok ? ok(await readFile(response)) : fail({ name: 'unknown' });
  }
  const envelope = (await response.json()) as Envelope<unknown>;
  return envelope.code === OK_CODE ? ok(envelope.result) : fail(failureOf(envelope));
}

/** What a call that changes something sends: a form says its own kind. */
const sentBy = (form: FormData | undefined, body: unknown): RequestInit =>
  form !== undefined
    ? { body: form }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) };

/**
 * Makes a call of the desk. The session travels in its cookie; the browser says itself which page
 * asks, and the server compares that.
 */
export async function call<Name extends DeskCallName>(
  name: Name,
  input: DeskCallInput<Name> & CallOptions = {},
): Promise<Result<DeskCallResult<Name>, CallFailure>> {
  const { signal, form, ...parts } = input;
  const made: DeskCall = DESK_CALLS[name];
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(made.path, parts as Parts), {
      method: made.method,
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(made.method === 'POST' ? sentBy(form, (parts as Parts).body) : {}),
    });
    hearWallTime(response);
    return (await read(response, made)) as Result<DeskCallResult<Name>, CallFailure>;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return fail({ name: timeout.aborted ? 'timeout' : 'network' });
  }
}
