import { z } from 'zod';
import { UserInfo } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { RequestIdText } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

export const userInfo = endpoint({
  name: 'portfolio.info',
  summary: 'The signed-in user and the figures of the mode asked.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.userInfo,
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: UserInfo,
  failures: ['session-over', 'unreadable'],
});

export const demoReset = endpoint({
  name: 'portfolio.demo-reset',
  summary: 'Closes everything of the demo book and opens it again with the demo balance.',
  origin: 'candor',
  method: 'POST',
  path: '/user/demoReset',
  access: 'session',
  mode: 'free',
  money: true,
  body: z.strictObject({ requestId: RequestIdText }),
  query: none,
  params: none,
  result: UserInfo,
  failures: ['session-over', 'request-in-flight', 'request-reused'],
});
