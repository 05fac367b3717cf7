import { randomInt, randomUUID } from 'node:crypto';
import { CALLS, type CallName } from '@candor/protocol/light';
import {
  type Answered,
  type CallOptions,
  callAddress,
  callHeaders,
  readAnswer,
  signedIn,
} from '@candor/testkit';
import type { App } from '../../apps/server/src/app.ts';

/** An account of the demo: what a user types to enter it. */
export type DemoAccount = {
  readonly username: string;
  readonly password: string;
  readonly about: string;
};

/** Words a pass phrase is made of. */
const WORDS = (
  'amber anchor apple arrow autumn barrel basket beacon birch bottle bridge bronze button cabin ' +
  'candle canvas carpet castle cedar cellar cherry chimney circle clover cobalt compass copper ' +
  'coral corner cotton cradle crayon curtain daisy dancer desert dolphin drawer eagle ember ' +
  'engine falcon feather fennel ferry fiddle forest fountain garden ginger granite hammer harbor ' +
  'hazel helmet hollow island ivory jacket jasmine kettle ladder lantern laurel lemon linen ' +
  'lobster magnet maple marble meadow mirror morning mustard needle nettle north oak orchard otter ' +
  'paddle paper pebble pepper pillow planet pocket porcelain quarry quilt rabbit raven ribbon ' +
  'river rocket saddle saffron sailor salmon shadow shelter silver spider spruce stable summer ' +
  'teapot thimble thunder timber tunnel turnip valley velvet violet walnut whistle willow winter'
).split(' ');
const WORDS_OF_PHRASE = 5;

/** A pass phrase nobody had before: chance, and only in what is printed. */
function newPassPhrase(): string {
  const words = Array.from({ length: WORDS_OF_PHRASE }, () => WORDS[randomInt(WORDS.length)]);
  return words.join(' ');
}

/** A user with an account, who calls the product as any client does. */
export type Person = {
  readonly account: DemoAccount;
  /** Begins another session: hours pass, and a token lasts minutes. */
  signsIn(): Promise<void>;
  /** @throws Error that names the refusal, when the product refuses */
  asks<Name extends CallName>(
    name: Name,
    options?: Omit<CallOptions<Name>, 'token'>,
  ): Promise<Answered<Name, unknown>['result']>;
};

async function callApp<Name extends CallName>(
  app: App,
  name: Name,
  options: CallOptions<Name>,
): Promise<Answered<Name, unknown>['result']> {
  const asked = options as CallOptions<CallName>;
  const { method } = CALLS[name];
  const { statusCode, headers, body } = await app.http.inject({
    method,
    url: callAddress(name, asked),
    headers: callHeaders(name, asked),
    ...(method === 'POST' ? { payload: JSON.stringify(asked.body ?? {}) } : {}),
  });
  const type = String(headers['content-type'] ?? '');
  const answer = readAnswer<Name, unknown>({ status: statusCode, type, text: body, headers });
  if (answer.code !== '200') throw new Error(`${name} was refused: ${answer.text}`);
  return answer.result;
}

/** Opens an account by the public call. */
export async function register(
  app: App,
  who: { readonly username: string; readonly about: string },
): Promise<Person> {
  const account = { ...who, password: newPassPhrase() };
  const { username, password } = account;
  const body = { username, password, client: 'api' } as const;
  const opened = await callApp(app, 'accounts.register', { body });
  let { token } = opened;
  return {
    account,
    async signsIn() {
      ({ token } = signedIn(await callApp(app, 'accounts.login', { body })));
    },
    asks: (name, options) => callApp(app, name, { ...options, token } as CallOptions<typeof name>),
  };
}

/** An id of a request nobody made before. */
export const newRequest = (): { requestId: string } => ({ requestId: randomUUID() });
