import type { StepUpAction } from '@candor/protocol';
import { expect } from 'vitest';
import type { TestApp } from './start-app.ts';

/** What tests' users open their accounts with, and what they change it to. */
export const PASSWORD = 'correct horse battery';
export const NEW_PASSWORD = 'a quiet harbour at nine';

/** What tests of mailboxes, phones and passwords ask an app that is started before they run. */
export function mailboxCalls(started: () => TestApp) {
  let count = 0;
  const nextMail = (): string => `reader-${(count += 1)}@mail.example`;
  const nextName = (): string => `reader-${(count += 1)}`;

  const send = (
    target: string,
    purpose: 'register' | 'reset' | 'security',
    headers: Record<string, string> = {},
  ) =>
    started().call('accounts.send-code', { body: { channel: 'email', target, purpose }, headers });

  const registerWith = (rest: object, username = nextName()) =>
    started().call('accounts.register', {
      odd: { username, password: PASSWORD, client: 'api', ...rest },
    });

  /** An account with a proven mailbox. */
  async function withMail(email = nextMail()) {
    await send(email, 'register');
    const username = nextName();
    const answer = await registerWith({ email, code: await started().codeFor(email) }, username);
    expect(answer.code).toBe('200');
    const { token, user } = answer.result;
    return { email, username, token, userId: user.id };
  }

  const login = (username: string, password = PASSWORD) =>
    started().call('accounts.login', { body: { username, password, client: 'api' } });

  /** A confirmation by password, as an account without a second factor has it. */
  async function confirm(
    token: string,
    action: StepUpAction,
    subject?: string,
    password = PASSWORD,
  ): Promise<string> {
    const body = subject === undefined ? { action } : { action, subject };
    const asked = await started().call('accounts.step-up', { token, body });
    const { challenge } = asked.result;
    const proof = await started().call('accounts.step-up-proof', {
      token,
      body: { challenge, password },
    });
    expect(proof.code).toBe('200');
    return proof.result.stepUp;
  }

  const messagesTo = async (to: string) =>
    (await started().messages()).filter((one) => one.to === to);

  return { nextMail, nextName, send, registerWith, withMail, login, confirm, messagesTo };
}
