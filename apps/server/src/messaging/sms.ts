import { MessageRefused, type MessageTransport } from './mail.ts';

const WAIT_MS = 10_000;
/** Answers after which the same request may go through later. */
const AGAIN = new Set([408, 425, 429]);

/**
 * Text messages through a gateway that takes them over HTTP: `POST url` with a bearer token and
 * the JSON `{"id", "to", "from", "text"}`, `to` as "+4915112345678". Any 2xx means taken; 4xx means
 * never, except 408, 425 and 429; anything else is tried again with the same `id`.
 */
export function createSmsTransport(options: {
  url: string;
  token: string;
  from: string;
}): MessageTransport {
  const { url, token, from } = options;
  return {
    async send({ id, to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ id, to, from, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(WAIT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const { status } = response;
      if (status >= 400 && status < 500 && !AGAIN.has(status)) {
        throw new MessageRefused(`the gateway answered ${status}`);
      }
      throw new Error(`the gateway answered ${status}`);
    },
  };
}
