import { type Clock, MINUTE_MS } from '@candor/kernel';
import {
  type TradingAccount,
  type Channel,
  type Connection,
  deliver,
  dropHeld,
  isOpen,
  isWaiting,
} from './connection.ts';
import { jsonFrame } from './frame.ts';

/** A private frame before it has its number and mode. */
export type PrivateFrame = { readonly type: string; readonly data: object };

/** Who hears which trading account. */
export type AccountConnections = {
  /** Lets a socket hear a trading account, and no other from now on. */
  join(connection: Connection, account: TradingAccount): Channel;
  leave(connection: Connection): void;
  /**
   * Tells all connections of the trading account; answers whether a connection now waits for room.
   */
  publish(account: TradingAccount, frame: PrivateFrame): boolean;
  connected(): Iterable<TradingAccount>;
  /** Sockets that hear a trading account of this user. */
  countOf(userId: TradingAccount['userId']): number;
  /** Forgets trading accounts nobody has heard for a while. */
  sweep(): void;
};

/**
 * How long the numbers of a trading account go on after its last socket left, for those who come
 * back.
 */
const KEPT_MS = 10 * MINUTE_MS;

const keyOf = (account: TradingAccount): string => `${account.userId}/${account.mode}`;

/**
 * Makes the channels of one process. The numbers of a channel begin at the moment it is made, so
 * that a reader who comes back after a restart never takes a new count for the one it knew.
 */
export function createAccountConnections(clock: Clock): AccountConnections {
  const channels = new Map<string, Channel>();

  function channelOf(account: TradingAccount): Channel {
    const known = channels.get(keyOf(account));
    if (known !== undefined) return known;
    const { userId, mode } = account;
    const seq: number = clock.now();
    const made = {
      account: { userId, mode },
      seq,
      connections: new Set<Connection>(),
      leftAtMs: null,
    };
    channels.set(keyOf(account), made);
    return made;
  }

  const accounts: AccountConnections = {
    join(connection, account) {
      accounts.leave(connection);
      const channel = channelOf(account);
      channel.connections.add(connection);
      channel.leftAtMs = null;
      connection.channel = channel;
      return channel;
    },
    leave(connection) {
      const { channel } = connection;
      if (channel === null) return;
      connection.channel = null;
      dropHeld(connection);
      connection.gapFrom = null;
      channel.connections.delete(connection);
      if (channel.connections.size === 0) channel.leftAtMs = performance.now();
    },
    publish(account, { type, data }) {
      const channel = channels.get(keyOf(account));
      if (channel === undefined) return false;
      channel.seq += 1;
      if (channel.connections.size === 0) return false;
      const { seq } = channel;
      const frame = jsonFrame({ type, seq, mode: channel.account.mode, data });
      let waits = false;
      for (const connection of channel.connections) {
        deliver(connection, frame, seq);
        waits ||= isOpen(connection) && isWaiting(connection);
      }
      return waits;
    },
    *connected() {
      for (const { account, connections } of channels.values()) {
        if (connections.size > 0) yield account;
      }
    },
    countOf(userId) {
      const modes = ['demo', 'real'] as const;
      return modes
        .map((mode) => channels.get(keyOf({ userId, mode }))?.connections.size ?? 0)
        .reduce((sum, size) => sum + size, 0);
    },
    sweep() {
      const beforeMs = performance.now() - KEPT_MS;
      for (const [key, { leftAtMs }] of channels) {
        if (leftAtMs !== null && leftAtMs < beforeMs) channels.delete(key);
      }
    },
  };
  return accounts;
}
