import type { Mode } from '@candor/kernel';
import {
  BASE_PATH,
  CALLS,
  type CallInput,
  type CallName,
  type CallResult,
  type FailureResult,
  MODE_HEADER,
  modeHeaderOf,
} from '@candor/protocol/light';

/** A call's own input, and who makes it about which account. */
export type CallOptions<Name extends CallName> = CallInput<Name> & {
  readonly token?: string;
  /** Demo, unless said otherwise. */
  readonly mode?: Mode;
};

/** What a call answered, with its HTTP status and its exact text. */
export type Answered<Name extends CallName, Head> = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Nothing when the answer is a file. */
  readonly result: CallResult<Name>;
  /** The same `result` read as a refusal. */
  readonly refused: FailureResult;
  readonly text: string;
  readonly headers: Head;
};

/** Address of a call below the server's, with its parameters and query. */
export function callAddress(
  name: CallName,
  input: { readonly params?: unknown; readonly query?: unknown },
): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = CALLS[name].path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one));
  }
  const text = query.toString();
  return `${BASE_PATH}${path}${text === '' ? '' : `?${text}`}`;
}

/** Headers of a call: whose it is, which account it is about, what its body is. */
export function callHeaders(
  name: CallName,
  options: { readonly token?: string; readonly mode?: Mode },
): Record<string, string> {
  const { method, mode } = CALLS[name];
  return {
    ...(options.token === undefined ? {} : { authorization: options.token }),
    ...(mode === 'bound' ? { [MODE_HEADER]: modeHeaderOf(options.mode ?? 'demo') } : {}),
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  };
}

/** Reads an answer: the envelope, or a file, which is only text. */
export function readAnswer<Name extends CallName, Head>(answer: {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Head;
}): Answered<Name, Head> {
  const { status, type, text, headers } = answer;
  const isEnvelope = type.startsWith('application/json');
  const envelope = (
    isEnvelope ? JSON.parse(text) : { code: String(status), message: 'file', result: null }
  ) as { code: string; message: string; result: never };
  return { ...envelope, refused: envelope.result, status, text, headers };
}
