-- What the house pays for a day is theirs who were in the fund on that day and still are.
create or replace function plans.guard_order_subsidy() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.at is not null or new.at is null
      or (new.user_id, new.order_id, new.subsidy_id, new.place, new.amount)
        is distinct from (old.user_id, old.order_id, old.subsidy_id, old.place, old.amount) then
      raise exception 'a part of a subsidy is paid once'
        using errcode = 'check_violation', constraint = 'order_subsidy_once';
    end if;
    return new;
  end if;
  if new.at is not null or not exists (
    select from plan_order o join subsidy s on s.id = new.subsidy_id and s.fund_id = o.fund_id
    where o.user_id = new.user_id and o.id = new.order_id and o.state = 'running'
      and o.joins_on <= s.day) then
    raise exception 'a subsidy comes to orders that were in the fund on its day'
      using errcode = 'check_violation', constraint = 'order_subsidy_of_order';
  end if;
  return new;
end $$;
