-- Details have one form: a row that a reader would write otherwise than it stands is hashed otherwise
-- too, and from it on the whole log would look changed. So are times no reader can read.
create function audit.plain_details(details text) returns text
  language sql immutable parallel safe
  return (
    select '{' || coalesce(string_agg(
      to_json(d.key)::text || ':' || case jsonb_typeof(d.value)
        -- Readers count with doubles.
        when 'number' then (
          select round(n)::text from (select d.value::numeric as n) whole
          where abs(n) <= 9007199254740991)
        when 'array' then '[' || coalesce((
          select string_agg(l.one::text, ',' order by l.place)
          from jsonb_array_elements(d.value) with ordinality as l(one, place)
          where jsonb_typeof(l.one) = 'string'), '') || ']'
        else d.value::text
      end, ',' order by d.key collate "C"), '') || '}'
    from jsonb_each(details::jsonb) as d(key, value)
    where jsonb_typeof(d.value) <> 'object'
  );
revoke all on function audit.plain_details(text) from public;

create or replace function audit.write(
  at_ms bigint, actor_kind text, actor text, role text, action text, subject text, user_id uuid,
  details text, is_shown boolean
) returns bigint
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  known audit.head;
  made audit.record;
begin
  if json_typeof(details::json) <> 'object' or plain_details(details) is distinct from details then
    raise exception 'details are an object in its one form' using errcode = 'check_violation';
  end if;
  -- Up to the year 9999.
  if at_ms is null or at_ms < 0 or at_ms >= 253402300800000 then
    raise exception 'a time no reader can read' using errcode = 'check_violation';
  end if;
  select * into known from audit.head for update;
  made.seq := known.count + 1;
  made.at := platform.from_ms(at_ms);
  made.actor_kind := actor_kind;
  made.actor := actor;
  made.role := role;
  made.action := action;
  made.subject := subject;
  made.user_id := user_id;
  made.details := details;
  made.is_shown := is_shown;
  made.previous := known.hash;
  made.hash := sha256('\x06'::bytea || known.hash || convert_to(canonical(made), 'UTF8'));
  insert into audit.record select made.*;
  update audit.head set count = made.seq, hash = made.hash;
  return made.seq;
end $$;
