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

/** What a call answered, with its HTTP status and its exact text. */
export type Answered<Name extends CallName> = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly result: CallResult<Name>;
  /** The same `result` read as a refusal. */
  readonly refused: FailureResult;
  readonly text: string;
  readonly headers: Headers;
};

/** A call's own input, and who makes it about which books. */
export type CallOptions<Name extends CallName> = CallInput<Name> & {
  readonly token?: string;
  /** Demo, unless said otherwise. */
  readonly mode?: Mode;
};

/** Longest a call of a test may take; the server decides within 30 s. */
const CALL_TIMEOUT_MS = 40_000;

function addressOf(base: string, name: CallName, options: CallOptions<CallName>): URL {
  const params = (options.params ?? {}) as Record<string, string>;
  const path = CALLS[name].path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  const url = new URL(`${base}${BASE_PATH}${path}`);
  for (const [key, value] of Object.entries(options.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      url.searchParams.append(key, String(one));
    }
  }
  return url;
}

/**
 * Makes a call over HTTP as any client does.
 *
 * @throws TypeError when the connection breaks before the whole answer is there
 */
export async function callOver<Name extends CallName>(
  base: string,
  name: Name,
  options: CallOptions<Name> = {},
): Promise<Answered<Name>> {
  const asked = options as CallOptions<CallName>;
  const { method, mode } = CALLS[name];
  const response = await fetch(addressOf(base, name, asked), {
    method,
    headers: {
      ...(asked.token === undefined ? {} : { authorization: asked.token }),
      ...(mode === 'bound' ? { [MODE_HEADER]: modeHeaderOf(asked.mode ?? 'demo') } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(asked.body ?? {}) } : {}),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const text = await response.text();
  const envelope = JSON.parse(text) as { code: string; message: string; result: never };
  return {
    ...envelope,
    refused: envelope.result,
    status: response.status,
    text,
    headers: response.headers,
  };
}
