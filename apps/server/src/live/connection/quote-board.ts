import type { QuoteItem } from '@candor/protocol';
import { textFrame } from './frame.ts';

/** A quote before it has its number. */
export type UnnumberedQuote = Omit<QuoteItem, 'seq'>;

/** Sockets that hear the same instruments share one of these, and with it every frame. */
export type Subscription = {
  readonly key: string;
  /** Null: every instrument. */
  readonly codes: readonly string[] | null;
  holders: number;
  /** Frames of the board's present version, by the version their readers had seen. */
  readonly frames: Map<number, Buffer | null>;
  framesVersion: number;
};

type Line = { seq: number; version: number; text: string };

/**
 * The latest quote of every instrument. Each `post` makes a new version; a reader is told what
 * changed since the version it has seen, so a slow one misses steps but never the latest.
 */
export type QuoteBoard = {
  readonly version: number;
  post(quotes: Iterable<UnnumberedQuote>): void;
  /** Null for everything. Give it back with `leave`. */
  join(codes: readonly string[] | null): Subscription;
  leave(subscription: Subscription): void;
  /** What changed since a version, or null when nothing did. The same buffer for all who ask. */
  frame(subscription: Subscription, since: number): Buffer | null;
};

const EVERYTHING = '*';

/** Makes an empty board. */
export function createQuoteBoard(): QuoteBoard {
  const lines = new Map<string, Line>();
  const subscriptions = new Map<string, Subscription>();
  let version = 0;

  function textsSince(codes: readonly string[] | null, since: number): string[] {
    const texts: string[] = [];
    const take = (line: Line | undefined): void => {
      if (line !== undefined && line.version > since) texts.push(line.text);
    };
    if (codes === null) for (const line of lines.values()) take(line);
    else for (const code of codes) take(lines.get(code));
    return texts;
  }

  return {
    get version() {
      return version;
    },
    post(quotes) {
      version += 1;
      for (const quote of quotes) {
        const seq = (lines.get(quote.code)?.seq ?? 0) + 1;
        lines.set(quote.code, { seq, version, text: JSON.stringify({ ...quote, seq }) });
      }
    },
    join(codes) {
      const sorted = codes === null ? null : [...new Set(codes)].toSorted();
      const key = sorted === null ? EVERYTHING : sorted.join(' ');
      const known = subscriptions.get(key);
      const subscription = known ?? {
        key,
        codes: sorted,
        holders: 0,
        frames: new Map(),
        framesVersion: version,
      };
      subscription.holders += 1;
      subscriptions.set(key, subscription);
      return subscription;
    },
    leave(subscription) {
      subscription.holders -= 1;
      if (subscription.holders === 0) subscriptions.delete(subscription.key);
    },
    frame(subscription, since) {
      if (subscription.framesVersion !== version) {
        subscription.frames.clear();
        subscription.framesVersion = version;
      }
      const made = subscription.frames.get(since);
      if (made !== undefined) return made;
      const texts = textsSince(subscription.codes, since);
      const frame = texts.length === 0 ? null : textFrame(`[${texts.join(',')}]`);
      subscription.frames.set(since, frame);
      return frame;
    },
  };
}
