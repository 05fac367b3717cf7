-- The bytes of an answer are kept for thirty days; who asked what, the hash of it and what the act
-- made stay for ever, so that the same request never acts again.
alter table platform.request
  alter column answer drop not null,
  -- The record the act made; set when the bytes go.
  add column made uuid,
  add constraint request_answered check (answer is not null or made is not null);

-- Answers that can go: one record, which is read again when the request is repeated. The success
-- codes begin with a 2; refusals are short and stay.
create index request_to_forget on platform.request (at)
  where answer like '{"code":"2%' and call in ('contracts.open', 'contracts.close');

-- Lets some answers go, the oldest first; never one of the last thirty days.
create function platform.forget_answers(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = platform, pg_temp as $$
declare
  gone integer;
begin
  with oldest as (
    select user_id, request_id, answer::jsonb as said from request
    where answer like '{"code":"2%' and call in ('contracts.open', 'contracts.close')
      and at < least(before, now() - interval '30 days')
    order by at limit most
    for update skip locked
  )
  update request r set
    made = coalesce(o.said #>> '{result,order,id}', o.said #>> '{result,id}')::uuid, answer = null
  from oldest o
  where r.user_id = o.user_id and r.request_id = o.request_id;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function platform.forget_answers(timestamptz, integer) from public;
grant execute on function platform.forget_answers(timestamptz, integer) to candor_app;
