import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { DESK_ENDPOINTS, type DeskEndpoint, type StaffRole } from '@candor/protocol/desk';
import type { DeskCallName, DeskCallResult } from '@candor/protocol/desk-light';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { DESK_CONNECTIONS, type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { type TestApp, startTestApp } from './start-app.ts';

/** What a call of the desk answered. */
export type DeskAnswer<Result = unknown> = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly result: Result;
  readonly text: string;
  /** The cookie it set, as a browser would send it back; null where it set none. */
  readonly cookie: string | null;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** What a test may add to a call. */
export type DeskOptions = {
  readonly cookie?: string | null;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/** A member with a session. */
export type TestMember = {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  /** The device that has the member's passkey. */
  readonly device: Authenticator;
};

/** A product with its desk. */
export type TestDesk = TestApp & {
  readonly deskDb: Database;
  /** Origin of the desk's pages. */
  readonly origin: string;
  desk<Name extends DeskCallName>(
    name: Name,
    options?: DeskOptions,
  ): Promise<DeskAnswer<DeskCallResult<Name>>>;
  /** A link for an administrator, as the first start prints it: its secret. */
  administratorLink(): Promise<string>;
  /** Accepts a link with a passkey. */
  enrol(link: string, who?: { email?: string; name?: string }): Promise<TestMember>;
  /** The first administrator; made at the first call. */
  administrator(): Promise<TestMember>;
  /** A member with these roles and a session. */
  member(...roles: StaffRole[]): Promise<TestMember>;
};

const PASSWORD = 'a quiet harbour at nine';

/** What a code app shows for a secret at a moment. */
export const codeAt = (secret: string, at: number): string =>
  generateSync({ secret, epoch: Math.floor(at / 1_000) });

const byName = new Map(DESK_ENDPOINTS.map((one) => [one.name, one]));

/** The endpoint of a call. */
export function deskEndpointOf(name: string): DeskEndpoint {
  const endpoint = byName.get(name);
  if (endpoint === undefined) throw new Error(`the desk has no call ${name}`);
  return endpoint;
}

/** A port nothing listens on now: the desk's origin is known before it answers a call. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Checks answers against the desk's own OpenAPI document. */
function schemaCheck(document: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(JSON.parse(document) as object, 'openapi');
  return (
    { method, path, name }: DeskEndpoint,
    answer: { status: number; body: unknown },
  ): void => {
    const full = path.replaceAll(/:(\w+)/g, '{$1}');
    const pointer = full.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
    const kind = answer.status === 200 ? '200' : 'default';
    const validate = ajv.compile({
      $ref: `openapi#/paths/${pointer}/${method.toLowerCase()}/responses/${kind}/content/application~1json/schema`,
    });
    if (validate(answer.body)) return;
    throw new Error(`${name} answers what OpenAPI does not know: ${ajv.errorsText(validate.errors)}
      ${JSON.stringify(answer.body)}`);
  };
}

/**
 * Starts the product in process with its desk on real PostgreSQL, each as its own role. Calls go by
 * inject, with the headers that a browser sends from the desk's own page.
 */
export async function startTestDesk(
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<TestDesk> {
  const origin = `http://localhost:${await freePort()}`;
  let opened: Database | null = null;
  const product = await startTestApp({
    ...options,
    deskOn(config) {
      opened = openDatabase({ ...config, max: DESK_CONNECTIONS });
      return { db: opened, pages: new URL('file:///nowhere/'), publicUrl: origin };
    },
  });
  const deskDb = opened as unknown as Database;
  const desk = (): NonNullable<TestApp['app']['desk']> => {
    const { desk: here } = product.app;
    if (here === null) throw new Error('the product has no desk');
    return here;
  };
  const check = schemaCheck((await desk().http.inject('/openapi.json')).body);

  async function call<Name extends DeskCallName>(
    name: Name,
    given: DeskOptions = {},
  ): Promise<DeskAnswer<DeskCallResult<Name>>> {
    const endpoint = deskEndpointOf(name);
    const { method } = endpoint;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(given.params?.[key] ?? randomUUID()),
    );
    const query = new URLSearchParams(given.query).toString();
    const headers = {
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' ? { origin, 'content-type': 'application/json' } : {}),
      ...(given.cookie === undefined || given.cookie === null ? {} : { cookie: given.cookie }),
      ...given.headers,
    };
    const said = Object.entries(headers).filter(([, value]) => value !== undefined);
    const response = await desk().http.inject({
      method,
      url: query === '' ? path : `${path}?${query}`,
      headers: Object.fromEntries(said) as Record<string, string>,
      ...(method === 'POST' ? { payload: JSON.stringify(given.body ?? {}) } : {}),
    });
    expect(response.statusCode).toBeLessThan(500);
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const body = (isJson ? JSON.parse(response.body) : {}) as Partial<DeskAnswer>;
    if (isJson) check(endpoint, { status: response.statusCode, body });
    return {
      status: response.statusCode,
      code: body.code ?? '',
      message: body.message ?? '',
      result: body.result as DeskCallResult<Name>,
      text: response.body,
      cookie: set?.split(';')[0] ?? null,
      headers: response.headers,
    };
  }

  const secretOf = (link: string): string => link.slice(link.indexOf('#') + 1);

  async function administratorLink(): Promise<string> {
    const link = await desk().staff.firstLink();
    if (link === null) throw new Error('there is a member already');
    return secretOf(link);
  }

  async function enrol(
    link: string,
    { email, name = 'A member' }: { email?: string; name?: string } = {},
  ): Promise<TestMember> {
    const device = createAuthenticator(origin);
    const begun = await call('staff.begin-enrolment', {
      body: { link, name, password: PASSWORD, ...(email === undefined ? {} : { email }) },
    });
    expect(begun.message).toBe('ok');
    const { challenge, passkeyOptions } = begun.result;
    const passkey = device.make(passkeyOptions);
    const done = await call('staff.finish-enrolment', { body: { challenge, passkey } });
    expect(done.message).toBe('ok');
    const { memberId: id, email: own } = done.result;
    return { id, email: own, password: PASSWORD, cookie: done.cookie ?? '', device };
  }

  let first: Promise<TestMember> | null = null;
  const administrator = (): Promise<TestMember> => {
    first ??= administratorLink().then((link) =>
      enrol(link, { email: 'first@candor.example', name: 'First' }),
    );
    return first;
  };

  return Object.assign(product, {
    deskDb,
    origin,
    desk: call,
    administratorLink,
    enrol,
    administrator,
    async member(...roles: StaffRole[]) {
      const { cookie } = await administrator();
      const email = `m${randomUUID().slice(0, 12)}@candor.example`;
      const invited = await call('staff.invite', { cookie, body: { email, roles } });
      expect(invited.message).toBe('ok');
      await product.app.mailer.deliver();
      const letters = await product.messages();
      const letter = letters.findLast(({ to }) => to === email);
      const [link = ''] = /http\S+#\S+/.exec(letter?.text ?? '') ?? [];
      return enrol(secretOf(link));
    },
  });
}
