import { SECOND_MS, ensure } from '@candor/kernel';
import type { CallResult, SecondStep, StepUpAction } from '@candor/protocol/light';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import type { Answered, TestApp } from './start-app.ts';

/** The password of every user a test registers. */
export const PASSWORD = 'correct horse battery';

/** A code app, as it would show its code. */
export type CodeApp = { code(stepsOn?: number): string };

/** A user with an account, and what a test has them do about their factors. */
export type Owner = {
  /** The present one: a change of a factor gives another, which a test that made it puts here. */
  token: string;
  readonly username: string;
  /** Confirms an action by password, or by what `proof` says. */
  confirm(action: StepUpAction, more?: { subject?: string; proof?: object }): Promise<string>;
  /** Turns a code app on. */
  addCodeApp(proof?: object): Promise<{ app: CodeApp; recoveryCodes: string[] }>;
  /** Gives the first proof; a second factor must be asked for. */
  begin(): Promise<SecondStep>;
  second(answer: object): Promise<Answered<'accounts.second'>>;
};

const STEP_MS = 30 * SECOND_MS;

/** The app that holds this secret, by the product's clock. */
export function codeApp(product: TestApp, secret: string): CodeApp {
  return {
    code: (stepsOn = 0) =>
      generateSync({ secret, epoch: (product.clock.now() + stepsOn * STEP_MS) / SECOND_MS }),
  };
}

/** A new user, with a password and nothing else. */
export async function newOwner(product: TestApp): Promise<Owner> {
  const registered = await product.register();
  const { username } = registered;
  let { token } = registered;
  const confirm: Owner['confirm'] = async (action, { subject, proof } = {}) => {
    const body = subject === undefined ? { action } : { action, subject };
    const asked = await product.call('accounts.step-up', { token, body });
    const { challenge } = asked.result;
    const odd = { challenge, ...(proof ?? { password: PASSWORD }) };
    const proved = await product.call('accounts.step-up-proof', { token, odd });
    expect([proved.code, proved.refused.name]).toEqual(['200', undefined]);
    return proved.result.stepUp;
  };
  return {
    get token() {
      return token;
    },
    set token(next) {
      token = next;
    },
    username,
    confirm,
    async addCodeApp(proof) {
      const stepUp = await confirm('totp-add', proof === undefined ? {} : { proof });
      const begun = await product.call('accounts.totp-begin', { token, body: { stepUp } });
      const app = codeApp(product, begun.result.secret);
      const body = { code: app.code() };
      const { code, result } = await product.call('accounts.totp-confirm', { token, body });
      expect(code).toBe('200');
      const { recoveryCodes, session } = result as CallResult<'accounts.totp-confirm'>;
      token = session.token;
      return { app, recoveryCodes };
    },
    async begin() {
      const body = { username, password: PASSWORD, client: 'api' } as const;
      const { message, result } = await product.call('accounts.login', { body });
      expect(message).toBe('11020');
      return result as SecondStep;
    },
    second: (answer) => product.call('accounts.second', { odd: { client: 'api', ...answer } }),
  };
}

/** What an account has, and why its withdrawals wait, whichever session is signed in. */
export async function overviewOf(product: TestApp, username: string) {
  const { db, clock } = product;
  const account = '(select user_id from accounts.account where username = $1)';
  const [counted] = await db.query<{ totp: boolean; recoveryLeft: number }>(
    `select exists (select from accounts.totp where user_id = ${account}) as totp,
       (select count(*)::int from accounts.recovery_code
        where user_id = ${account} and used_at is null) as "recoveryLeft"`,
    [username],
  );
  const passkeys = await db.query<{ id: string; name: string; lastUsedAt: number | null }>(
    `select id, name, last_used_at as "lastUsedAt" from accounts.passkey
     where user_id = ${account} order by created_at, id`,
    [username],
  );
  const holds = await db.query<{ reason: string; until: number }>(
    `select reason, until from accounts.hold
     where user_id = ${account} and until > platform.from_ms($2) order by until desc, id`,
    [username, clock.now()],
  );
  return { ...ensure(counted, 'the account is there'), passkeys, holds };
}
