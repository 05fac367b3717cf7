import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { UserId } from '@candor/kernel';
import {
  type Notification,
  SOCKET_PATH,
  type ServerFrame,
  type StepUpAction,
  live,
  preferences,
} from '@candor/protocol';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { PASSWORD } from './factors.ts';
import type { SentMessage, TestApp } from './start-app.ts';

/** What a reader's mails repeat until a test changes it. */
export const PHRASE = 'a blue door 7';

type Language = (typeof preferences.LANGUAGES)[number];

/** A user who is told of things: in a language, by words of their own, with a page open. */
export type Reader = {
  readonly userId: UserId;
  readonly username: string;
  readonly language: Language;
  email: string;
  /** Of the session on screen; an action that renews it puts the new one here. */
  token: string;
  confirm(action: StepUpAction, more?: { subject?: string; proof?: object }): Promise<string>;
  /** What is kept for the reader, newest first, after everything that happened was told. */
  stored(): Promise<StoredNotice[]>;
  /** What the list behind the bell shows and the number on it. */
  bell(): Promise<{ records: Notification[]; count: number }>;
  /** What the open page heard of, once it has heard `count` or was closed. */
  heard(count: number): Promise<{ notices: Notification[]; isOpen: boolean }>;
  /** What was sent there; ask `stored` first, which waits. */
  messages(to?: string): Promise<readonly SentMessage[]>;
  /** Opens the page: from now on it hears. */
  opensPage(): Promise<void>;
  /** Mutes everything that can be muted, and is refused for the rest. */
  mutes(): Promise<void>;
  leaves(): void;
};

/** A notification as it is stored. */
export type StoredNotice = {
  readonly id: string;
  readonly kind: string;
  readonly category: string;
  readonly mode: string | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly in_app: boolean;
};

/** Everything stored for a user, newest first. */
export const STORED = `
  select id, kind, category, mode, facts, in_app from notifications.notification
  where user_id = $1 order by at desc, id desc`;

/** Waits until everything committed so far was told to the users it is about. */
async function everythingTold({ app }: TestApp): Promise<void> {
  await app.relay.settled();
  await app.security.settled();
  await app.notifications.settled();
  await app.relay.settled();
}

/** Makes the product listen, so that pages can be open. */
export async function letPagesOpen(product: TestApp): Promise<void> {
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
}

async function openPage(product: TestApp, reader: Reader, frames: ServerFrame[]) {
  const { port } = product.app.http.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  socket.on('message', (data: Buffer) => {
    const said: unknown = JSON.parse(data.toString());
    if (!Array.isArray(said)) frames.push(live.ServerFrame.parse(said));
  });
  await once(socket, 'open');
  const { token, userId } = reader;
  const { ticket } = (await product.call('live.ticket', { token, mode: 'demo' })).result;
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket }));
  // Also before the first test.
  await vi.waitFor(() => expect(frames.map(({ type }) => type)).toContain('AUTH_SUCCESS'), 5_000);
  return socket;
}

const noticesOf = (frames: readonly ServerFrame[]): Notification[] =>
  frames.flatMap((frame) =>
    frame.type === 'NOTIFICATION' && frame.data.kind === 'notice' ? [frame.data.notice] : [],
  );

const NONE = { inApp: false, mail: false, push: false } as const;

async function mute(product: TestApp, token: string): Promise<void> {
  const asked = { token } as const;
  const all = (await product.call('notifications.preferences', asked)).result;
  for (const { category, locked } of all) {
    const body = { category, ...NONE };
    const { status } = await product.call('notifications.set-preferences', { token, body });
    expect([category, status]).toEqual([category, locked ? 403 : 200]);
  }
}

/** What a test may ask of a reader besides the language. */
export type NewReader = {
  /** An account that is there already. */
  readonly who?: { token: string; userId: UserId; username: string };
  readonly hasMail?: boolean;
};

/** A new user, with a proven mail address, whose mails say words of their own. */
export async function newReader(
  product: TestApp,
  language: Language,
  { who, hasMail = true }: NewReader = {},
): Promise<Reader> {
  const made = who ?? (await product.register());
  const { userId, username } = made;
  const { db, clock } = product;
  const frames: ServerFrame[] = [];
  let socket: WebSocket | null = null;
  const reader: Reader = {
    userId,
    username,
    language,
    token: made.token,
    email: `${username}@candor.example`,
    async confirm(action, { subject, proof } = {}) {
      const { token } = reader;
      const body = subject === undefined ? { action } : { action, subject };
      const { challenge } = (await product.call('accounts.step-up', { token, body })).result;
      const odd = { challenge, ...(proof ?? { password: PASSWORD }) };
      const proved = await product.call('accounts.step-up-proof', { token, odd });
      expect([proved.code, proved.refused.name]).toEqual(['200', undefined]);
      return proved.result.stepUp;
    },
    async stored() {
      await everythingTold(product);
      return db.query<StoredNotice & Record<string, unknown>>(STORED, [userId]);
    },
    async bell() {
      const { token } = reader;
      const query = { page: 1, size: 100 };
      const { records } = (await product.call('notifications.list', { token, query })).result;
      return {
        records,
        count: (await product.call('notifications.unread', { token })).result.count,
      };
    },
    async heard(count) {
      const isOpen = () => socket?.readyState === WebSocket.OPEN;
      const isDone = () => !isOpen() || noticesOf(frames).length >= count;
      await expect.poll(isDone, { timeout: 5_000, interval: 5 }).toBe(true);
      return { notices: noticesOf(frames), isOpen: isOpen() };
    },
    async messages(to = reader.email) {
      return (await product.messages()).filter((message) => message.to === to);
    },
    async opensPage() {
      socket = await openPage(product, reader, frames);
    },
    mutes: () => mute(product, reader.token),
    leaves: () => socket?.close(),
  };
  const body = { language, theme: null, upDown: null, asksBeforeClose: true } as const;
  await product.call('accounts.set-preferences', { token: reader.token, body });
  if (hasMail) {
    await db.query(
      `insert into accounts.contact (user_id, channel, target, confirmed_at)
       values ($1, 'email', $2, platform.from_ms($3))`,
      [userId, reader.email, clock.now()],
    );
  }
  await db.query('update accounts.account set anti_phishing = $2 where user_id = $1', [
    userId,
    PHRASE,
  ]);
  return reader;
}
