/** A node that does not answer, answers too much, or says what cannot be: never the same as "nothing". */
export class ChainUnreadable extends Error {
  override readonly name = 'ChainUnreadable';
}

/** A node that did not answer what it was asked, or with more than is read: of less at once it may. */
export class AskedTooMuch extends ChainUnreadable {}

/** Longest a node may take for one answer, and most bytes of it, unless a call says otherwise. */
const TIMEOUT_MS = 15_000;
export const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** How a node is asked. */
export type Asking = {
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly bytesMax?: number;
};

/** What came back: the status is looked at by the caller, who knows which of them says "none". */
export type Answered = { readonly status: number; readonly bytes: Buffer };

/** Reads no more than is allowed: a length that is announced is refused before a byte is read. */
async function boundedBytes(response: Response, bytesMax: number): Promise<Buffer> {
  const announced = response.headers.get('content-length') ?? '0';
  if (!/^\d{1,15}$/.test(announced) || Number.parseInt(announced, 10) > bytesMax) {
    await response.body?.cancel();
    throw new AskedTooMuch('the node announces more than is read');
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const part = chunk as Uint8Array;
    length += part.length;
    if (length > bytesMax) throw new AskedTooMuch('the node does not stop talking');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Asks a node over HTTP, within a time and a length. It follows no redirection: the address is the
 * operator's.
 *
 * @throws ChainUnreadable
 */
export async function askNode(url: string, asking: Asking = {}): Promise<Answered> {
  const { method = 'GET', body, timeoutMs = TIMEOUT_MS, bytesMax = ANSWER_BYTES_MAX } = asking;
  try {
    const response = await fetch(url, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, bytes: await boundedBytes(response, bytesMax) };
  } catch (cause) {
    if (cause instanceof ChainUnreadable) throw cause;
    throw new ChainUnreadable('the node does not answer', { cause });
  }
}

/** The JSON of an answer. @throws ChainUnreadable for what is none, or not of status 200 */
export function jsonOf({ status, bytes }: Answered): unknown {
  if (status !== 200) throw new ChainUnreadable(`the node answers ${status}`);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new ChainUnreadable('the node answers no JSON', { cause });
  }
}

/** The address of a call below a node's own, whose path and query are the operator's. */
export function below(rpc: string, path: string): string {
  const url = new URL(rpc);
  url.pathname = `${url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname}${path}`;
  return url.href;
}

/** Most blocks of one question. */
const SPAN_MAX = 500;

/** @throws ChainUnreadable for a span that is none, or longer than one question may be */
export function assertSpan({ from, to }: { readonly from: number; readonly to: number }): void {
  const isSpan = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to >= from;
  if (!isSpan || to - from >= SPAN_MAX) throw new ChainUnreadable(`no span: ${from} to ${to}`);
}
