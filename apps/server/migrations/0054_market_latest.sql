-- Where the last tick in force of each instrument of a feed stands on the tape, and the last one
-- that stops may act on: found at a start by this key, however long ago it came and however much
-- other instruments have ticked since. Written by the statement that stores the ticks.

create table market.latest (
  feed_id    integer not null,
  instrument text not null,
  day        date not null,
  seq        bigint not null,
  -- Null while no tick of it may act.
  acting_day date,
  acting_seq bigint,
  primary key (feed_id, instrument),
  check ((acting_day is null) = (acting_seq is null))
  -- Rows are overwritten many times a second: there is room beside each, so no index is touched.
) with (fillfactor = 50);

grant select, insert, update on market.latest to candor_app;

-- What earlier versions stored, the newest day first, so that each instrument is written once.
do $$
declare
  wanted date;
begin
  for wanted in select distinct day from market.tick order by day desc loop
    insert into market.latest as known
      (feed_id, instrument, day, seq, acting_day, acting_seq)
    select feed_id, instrument, wanted, max(seq),
      case when bool_or(standing = 'acting') then wanted end,
      max(seq) filter (where standing = 'acting')
    from market.tick where day = wanted and standing in ('acting', 'first')
    group by feed_id, instrument
    on conflict (feed_id, instrument) do update
      set acting_day = excluded.acting_day, acting_seq = excluded.acting_seq
      where known.acting_day is null;
  end loop;
end
$$;
