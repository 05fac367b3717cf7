-- Where what a fund holds had no fresh price at a midnight, nobody joins at it: a mark that is known to be old
-- would be bought into. Who waits joins a midnight later.
create or replace function plans.guard_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'a plan order begins waiting' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.user_id, new.id, new.ordinal, new.order_no, new.request_id, new.plan_id, new.version, new.fund_id,
      new.mode, new.is_own, new.amount, new.days, new.cycle_days, new.share_rate, new.exit_rate,
      new.max_loss, new.bought_at)
     is distinct from
     (old.user_id, old.id, old.ordinal, old.order_no, old.request_id, old.plan_id, old.version, old.fund_id,
      old.mode, old.is_own, old.amount, old.days, old.cycle_days, old.share_rate, old.exit_rate,
      old.max_loss, old.bought_at) then
    raise exception 'the terms of a plan order stay'
      using errcode = 'check_violation', constraint = 'order_terms';
  end if;
  -- It joins when it was said to, or later, and not any more once it has.
  if new.joins_on < old.joins_on
    or (new.joins_on <> old.joins_on and (old.state <> 'pending' or new.state <> 'pending')) then
    raise exception 'a plan order joins when it was said to, or later'
      using errcode = 'check_violation', constraint = 'order_terms';
  end if;
  if new.state <> old.state and not exists (
    select from plans.edge e where e.from_state = old.state and e.to_state = new.state) then
    raise exception 'a plan order does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'order_edge';
  end if;
  if old.state not in ('pending', 'running') then
    raise exception 'what a plan order came to stays'
      using errcode = 'check_violation', constraint = 'order_history';
  end if;
  -- What it came to is what its days brought.
  if new.state not in ('pending', 'running') and (new.result, new.share_taken) <> (
    select coalesce(sum(d.result), 0), coalesce(sum(d.share), 0)
    from plans.order_day d where d.user_id = new.user_id and d.order_id = new.id and d.at is not null) then
    raise exception 'a plan order comes to what its days brought'
      using errcode = 'check_violation', constraint = 'order_of_days';
  end if;
  return new;
end $$;
grant update (joins_on) on plans.plan_order to candor_app;
