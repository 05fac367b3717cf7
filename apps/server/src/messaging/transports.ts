import { type MessageTransport, createTerminalTransport } from './mail.ts';
import { createSmtpTransport } from './mail-smtp.ts';
import { createSmsTransport } from './sms.ts';

/** Where messages go, as the operator set it. */
export type TransportsSetup = {
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly sms: { readonly url: string; readonly token: string; readonly from: string } | null;
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether pages are seen on this machine alone, by the user at the terminal. */
function isOwnMachine(publicUrl: string | null): boolean {
  return publicUrl === null || LOOPBACK.has(new URL(publicUrl).hostname);
}

/**
 * The ways out of this installation. What is not set up is shown at the terminal where pages are
 * seen on this machine alone, and is closed everywhere else.
 */
export function createTransports(
  setup: TransportsSetup,
  around: { publicUrl: string | null; say(line: string): void },
): { email: MessageTransport | null; phone: MessageTransport | null } {
  const shown = isOwnMachine(around.publicUrl) ? createTerminalTransport(around.say) : null;
  return {
    email: setup.smtp === null ? shown : createSmtpTransport(setup.smtp),
    phone: setup.sms === null ? shown : createSmsTransport(setup.sms),
  };
}
