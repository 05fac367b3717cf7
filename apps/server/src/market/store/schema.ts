import type { UnixMs, UtcDay } from '@candor/kernel';
import type { Interval } from '@candor/pricing';
import type { TickStatus } from '../tape/tick-status.ts';

/** Rows of the schema `market` as the driver gives them: numeric as text, times as Unix ms. */
export type FeedRow = {
  id: number;
  key: string;
  started_at: UnixMs;
  market_from: UnixMs;
  ended_at: UnixMs | null;
};

export type SourceRow = { id: number; name: string };

export type TickRow = {
  day: UtcDay;
  seq: string;
  feed_key: string;
  instrument: string;
  bid: string;
  ask: string;
  volume: string | null;
  source: string;
  source_time: UnixMs;
  received_at: UnixMs;
  source_count: number;
  standing: TickStatus;
  frame_hash: Buffer | null;
  hash: Buffer;
};

export type FrameRow = {
  hash: Buffer;
  source: string;
  received_at: UnixMs;
  body: string;
};

export type BarRow = {
  instrument: string;
  interval: Interval;
  time: UnixMs;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};
