import { createTransport } from 'nodemailer';
import { MessageRefused, type MessageTransport } from './mail.ts';

const WAIT_MS = 10_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether a server said no for good: another try would hear the same. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}

/** How a mail program ends mails of a kind without its reader signing in. @source RFC 2369, RFC 8058 */
function unsubscribing(link: string | undefined): Record<string, string> {
  if (link === undefined) return {};
  // One click is for https alone: over a plain line the proof could be read by others.
  const oneClick = link.startsWith('https:') ? 'List-Unsubscribe=One-Click' : null;
  return {
    'List-Unsubscribe': `<${link}>`,
    ...(oneClick === null ? {} : { 'List-Unsubscribe-Post': oneClick }),
  };
}

/**
 * Mails through an SMTP server. The line is encrypted from the start (`smtps:`) or from STARTTLS
 * on; only a server on this machine may do without.
 */
export function createSmtpTransport(options: { url: string; from: string }): MessageTransport & {
  close(): void;
} {
  const url = new URL(options.url);
  const isHere = LOOPBACK.has(url.hostname);
  const secure = url.protocol === 'smtps:';
  const standard = secure ? 465 : 587;
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: url.hostname,
    port: url.port === '' ? standard : Number.parseInt(url.port, 10),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(url.username === ''
      ? {}
      : {
          auth: {
            user: decodeURIComponent(url.username),
            pass: decodeURIComponent(url.password),
          },
        }),
  });
  const [domain = ''] = options.from.slice(options.from.lastIndexOf('@') + 1).split('>');
  return {
    async send({ id, to, subject, text, html, htmlLang, unsubscribe }) {
      try {
        await transport.sendMail({
          from: options.from,
          // As an object: nothing in an address is read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same message sent again after a crash is recognised by its id.
          messageId: `<${id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(htmlLang === undefined ? {} : { 'Content-Language': htmlLang }),
            ...unsubscribing(unsubscribe),
          },
        });
      } catch (error) {
        if (isFinal(error)) throw new MessageRefused((error as Error).message);
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
