-- The tape, the frames its ticks came from, and the bars made of it.
--
-- The application's role can add ticks and frames and read them; it cannot change or remove one.
-- Each tick carries the SHA-256 of itself and of the tick before it (market/chain.ts), so that a
-- change made by anybody else is found.

create schema market;

-- One run of prices that belong together: the live venues, one recording at one speed, one seed.
create table market.feed (
  id          integer generated always as identity primary key,
  key         text not null unique,
  mode        text not null check (mode in ('live', 'replay', 'simulated')),
  started_at  timestamptz not null,
  -- Market time at the first start; differs from started_at in a replay.
  market_from timestamptz not null,
  -- Set when a recording has played to its end.
  ended_at    timestamptz
);

-- Venues, vendors, recordings and simulations, by the name receipts show.
create table market.source (
  id   smallint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 120)
);

create table market.tick (
  -- UTC day of receipt, and place in that day from 1 without a gap: the tick's id, "day/seq".
  day          date not null,
  seq          bigint not null check (seq > 0),
  feed_id      integer not null,
  instrument   text not null,
  bid          numeric(38, 18) not null check (bid > 0),
  ask          numeric(38, 18) not null check (ask >= bid),
  -- Base units traded with it; null where the source says none.
  volume       numeric(38, 18) check (volume >= 0),
  source_id    smallint not null,
  source_time  timestamptz not null,
  received_at  timestamptz not null,
  source_count smallint not null check (source_count > 0),
  -- acting: in force and may set off a stop · first: in force, nothing behind it yet ·
  -- backup: sound, but a leading source was in force · outside: beyond the band, in quarantine ·
  -- late: older than a tick its source had already sent
  standing     text not null
               check (standing in ('acting', 'first', 'backup', 'outside', 'late')),
  -- The recorded frame it was read from; null for replays and simulations.
  frame_hash   bytea check (length(frame_hash) = 32),
  hash         bytea not null check (length(hash) = 32),
  primary key (day, seq)
) partition by range (day);

-- Ticks are stored in order of receipt, so a block range index of a few pages is enough.
create index tick_received_at on market.tick using brin (received_at)
  with (pages_per_range = 16, autosummarize = on);

create table market.frame (
  day         date not null,
  hash        bytea not null check (length(hash) = 32),
  source_id   smallint not null,
  received_at timestamptz not null,
  body        text not null,
  primary key (day, hash)
) partition by range (day);

create table market.bar (
  feed_id    integer not null,
  instrument text not null,
  interval   text not null
             check (interval in ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  time       timestamptz not null,
  open       numeric(38, 18) not null,
  high       numeric(38, 18) not null,
  low        numeric(38, 18) not null,
  close      numeric(38, 18) not null,
  volume     numeric(38, 18) not null check (volume >= 0),
  primary key (feed_id, instrument, interval, time),
  check (low <= least(open, close) and high >= greatest(open, close))
) with (fillfactor = 70);

-- The last tick whose price is in the bars; after a crash they go on from there.
create table market.bar_progress (
  feed_id integer primary key,
  day     date not null,
  seq     bigint not null
);

-- The application cannot create tables; it may ask for the partitions of a day.
create function market.ensure_day(wanted date) returns void
  language plpgsql security definer set search_path = pg_catalog
as $$
declare
  suffix text := to_char(wanted, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(4210104);
  execute format(
    'create table if not exists market.%I partition of market.tick for values from (%L) to (%L)',
    'tick_' || suffix, wanted, wanted + 1);
  execute format(
    'create table if not exists market.%I partition of market.frame for values from (%L) to (%L)',
    'frame_' || suffix, wanted, wanted + 1);
end
$$;
revoke all on function market.ensure_day(date) from public;

grant usage on schema market to candor_app;
grant select, insert on market.tick, market.frame, market.source, market.feed to candor_app;
grant update (ended_at) on market.feed to candor_app;
grant select, insert, update on market.bar, market.bar_progress to candor_app;
grant execute on function market.ensure_day(date) to candor_app;
