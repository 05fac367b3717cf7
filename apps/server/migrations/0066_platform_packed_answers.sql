-- Answers that are let go after thirty days are kept apart from their requests, all of one batch in
-- one row: packed together they take a tenth of the room, and letting them go touches no request.
create table platform.answers (
  -- In the order of their times.
  id bigint generated always as identity primary key,
  -- Raw DEFLATE of the answers, a line each.
  packed bytea not null,
  at timestamptz not null
);
alter table platform.answers alter column packed set storage external;

alter table platform.request
  -- Where its answer is, or was; what the act made is then known from the beginning.
  add column kept_in bigint,
  add column line smallint,
  add constraint request_kept_apart check (
    (kept_in is null) = (line is null) and (kept_in is null or (made is not null and line >= 0))
  );

-- As before for what was answered until now; and whole rows of answers, the oldest first.
create or replace function platform.forget_answers(before timestamptz, most integer)
  returns integer
  language plpgsql security definer set search_path = platform, pg_temp as $$
declare
  until timestamptz := least(before, now() - interval '30 days');
  gone integer;
  gone_apart integer;
begin
  with oldest as (
    select user_id, request_id, answer::jsonb as said from request
    where answer like '{"code":"2%' and call in ('contracts.open', 'contracts.close')
      and at < until
    order by at limit most
    for update skip locked
  )
  update request r set
    made = coalesce(o.said #>> '{result,order,id}', o.said #>> '{result,id}')::uuid, answer = null
  from oldest o
  where r.user_id = o.user_id and r.request_id = o.request_id;
  get diagnostics gone = row_count;
  delete from answers a
  using (select id, at from answers order by id limit most) oldest
  where a.id = oldest.id and oldest.at < until;
  get diagnostics gone_apart = row_count;
  return gone + gone_apart;
end $$;

grant select, insert on platform.answers to candor_app;
