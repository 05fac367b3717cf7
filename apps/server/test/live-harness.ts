import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import {
  MINUTE_MS,
  type Mode,
  type SessionId,
  type UnixMs,
  type UserId,
  newUuid,
  plusMs,
  unixMs,
} from '@candor/kernel';
import {
  BASE_PATH,
  type BalanceItem,
  type PnlItem,
  SOCKET_PATH,
  live as protocol,
} from '@candor/protocol';
import { createTestClock } from '@candor/testkit';
import { expect } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { type Live, type UnnumberedQuote, createLive } from '../src/live/index.ts';
import type { Database } from '../src/platform/postgres/db.ts';
import { createLog } from '../src/platform/process/log.ts';
import { admitByToken } from '../src/platform/http/admission.ts';
import { registerRoutes } from '../src/platform/http/http.ts';
import { createTokenMarks, hashSecret } from '../src/platform/secrets/session.ts';
import Fastify from 'fastify';

/** A frame a client got; strict: a field too many fails the test that reads it. */
export type Heard =
  | { readonly kind: 'quotes'; readonly quotes: readonly Numbered[] }
  | { readonly kind: 'frame'; readonly frame: Frame };
type Numbered = UnnumberedQuote & { seq: number };
type Frame = ReturnType<typeof protocol.ServerFrame.parse>;
export type FrameOf<Type extends Frame['type']> = Extract<Frame, { type: Type }>;

function read(text: string): Heard {
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value)) return { kind: 'quotes', quotes: protocol.QuotesFrame.parse(value) };
  return { kind: 'frame', frame: protocol.ServerFrame.parse(value) };
}

/** One client, which remembers all it heard. */
export type Client = {
  readonly ws: WebSocket;
  readonly texts: string[];
  readonly closed: Promise<{ code: number; reason: string }>;
  heard(): Heard[];
  quotes(): Numbered[][];
  frames<Type extends Frame['type']>(...types: Type[]): FrameOf<Type>[];
  say(frame: object | string): void;
  /** Waits until it heard a frame of this type, the `count`-th one. */
  frame<Type extends Frame['type']>(type: Type, count?: number): Promise<FrameOf<Type>>;
};

const WAIT = { timeout: 10_000, interval: 5 };

function clientOf(ws: WebSocket): Client {
  const texts: string[] = [];
  ws.on('message', (data) => texts.push(String(data)));
  ws.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const client: Client = {
    ws,
    texts,
    closed,
    heard: () => texts.map(read),
    quotes: () => client.heard().flatMap((one) => (one.kind === 'quotes' ? [[...one.quotes]] : [])),
    frames: <Type extends Frame['type']>(...types: Type[]) =>
      client.heard().flatMap((one) => {
        const wanted = one.kind === 'frame' && (types as string[]).includes(one.frame.type);
        return wanted ? [one.frame as FrameOf<Type>] : [];
      }),
    say: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async frame(type, count = 1) {
      const found = () => client.frames(type)[count - 1];
      await expect.poll(found, WAIT).toBeDefined();
      return found() as FrameOf<typeof type>;
    },
  };
  return client;
}

/** How long an access token of the harness lives. */
export const TOKEN_MS = 10 * MINUTE_MS;

/** A product that consists of the live channel alone. */
export async function openLive(
  db: Database,
  options: Partial<Parameters<typeof createLive>[0]> = {},
) {
  const clock = createTestClock();
  const ended = new Set<SessionId>();
  /** When each access token ends, by its hash. */
  const untils = new Map<string, UnixMs>();
  const tokens = new Map<string, { id: SessionId; userId: UserId }>();
  let checks = 0;
  const live: Live = createLive({
    db,
    clock,
    log: createLog({ level: 'silent' }),
    sessions: {
      liveUntil: async (params) => {
        checks += 1;
        return params.map(({ sessionId, tokenHash }) => {
          const until = ended.has(sessionId) ? undefined : untils.get(tokenHash);
          return until !== undefined && until > clock.now() ? until : null;
        });
      },
    },
    origins: () => [],
    tickets: createTokenMarks('a secret of the harness', 'tickets'),
    ...options,
  });
  const app = Fastify();
  await app.register(rateLimit, { global: false });
  registerRoutes(app, {
    routes: live.routes(),
    limitScale: 1,
    below: BASE_PATH,
    admit: admitByToken({
      async find(token) {
        const found = tokens.get(token);
        const tokenHash = hashSecret(token);
        const expiresAt = untils.get(tokenHash) ?? clock.now();
        if (found === undefined || expiresAt <= clock.now()) return null;
        return { ...found, username: 'somebody', tokenHash, expiresAt };
      },
    }),
  });
  await app.ready();
  const server: Server = app.server;
  live.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const harness = {
    live,
    app,
    clock,
    ended,
    port,
    /** How often sessions were asked for. */
    checks: () => checks,
    /** Opens a socket and waits until it is. */
    async connect(settings: ClientOptions & { path?: string } = {}): Promise<Client> {
      const { path = SOCKET_PATH, ...rest } = settings;
      const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, rest);
      const client = clientOf(ws);
      await Promise.race([once(ws, 'open'), client.closed]);
      return client;
    },
    /** A session of a user and the token it calls with. */
    signIn(userId: UserId = newUser()) {
      const session = { id: newUuid(clock.now()) as SessionId, userId };
      return { ...session, token: harness.refresh(session) };
    },
    /** Another access token of a session, with ten minutes of its own. */
    refresh({ id, userId }: { id: SessionId; userId: UserId }): string {
      const token = `token-${newUuid(clock.now())}`;
      tokens.set(token, { id, userId });
      untils.set(hashSecret(token), plusMs(clock.now(), TOKEN_MS));
      return token;
    },
    /** Asks for a ticket as the web app does. */
    async ticket(token: string, mode: Mode): Promise<string> {
      const answer = await app.inject({
        method: 'POST',
        url: '/swx/customer/user/wsTicket',
        headers: { authorization: token, virtually: mode === 'demo' ? 'NO' : 'YES' },
        payload: {},
      });
      return protocol.wsTicket.result.parse(answer.json().result).ticket;
    },
    /** A socket that hears one trading account. */
    async hearing(user: { token: string; userId: UserId }, mode: Mode): Promise<Client> {
      const client = await harness.connect();
      const ticket = await harness.ticket(user.token, mode);
      client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
      await client.frame('AUTH_SUCCESS');
      return client;
    },
    async stop() {
      await live.stop();
      await app.close();
    },
  };
  return harness;
}

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, WAIT).toBe(true);
}

/** A user nobody has seen. */
export function newUser(): UserId {
  return newUuid(unixMs(1_700_000_000_000)) as UserId;
}

/** A quote of one instrument; its price says which one it is. */
export function quoteOf(code: string, price = '1'): UnnumberedQuote {
  return {
    id: code.toLowerCase(),
    code,
    type: 2,
    price,
    bid: price,
    ask: price,
    zdf: null,
    source: 'A venue',
    sourceTime: 1_704_067_200_000,
    receivedAt: 1_704_067_200_000,
    tickId: '2024-01-01/1',
    status: 'open',
  };
}

/** The figures of a trading account; its balance says which ones they are. */
export function balanceOf(userId: UserId, baseBalance = '10000'): BalanceItem {
  return {
    userId,
    baseBalance,
    floatingPnL: '0',
    totalAssets: baseBalance,
    unmarked: [],
    loanAmount: '0',
    bondAmount: '0',
    profit: '0',
    timestamp: 1_704_067_200_000,
  };
}

/** The worth of one contract. */
export function pnlOf(unrealizedPnL = '1.5'): PnlItem {
  return {
    orderId: newUuid(unixMs(1_700_000_000_000)),
    unrealizedPnL,
    unrealizedPnLPercentage: '0.5',
    currentPrice: '100',
    lastUpdateTime: 1_704_067_200_000,
  };
}
