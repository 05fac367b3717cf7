import { CALLS, type CallName } from '@candor/protocol/light';
import {
  type Answered as AnsweredWith,
  type CallOptions,
  callAddress,
  callHeaders,
  readAnswer,
} from '@candor/testkit';

export type { CallOptions } from '@candor/testkit';

/** What a call answered, with its HTTP status and its exact text. */
export type Answered<Name extends CallName> = AnsweredWith<Name, Headers>;

/** Longest a call of a test may take; the server decides within 30 s. */
const CALL_TIMEOUT_MS = 40_000;

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
  const { method } = CALLS[name];
  const response = await fetch(`${base}${callAddress(name, asked)}`, {
    method,
    headers: callHeaders(name, asked),
    ...(method === 'POST' ? { body: JSON.stringify(asked.body ?? {}) } : {}),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  return readAnswer<Name, Headers>({
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
    headers: response.headers,
  });
}
