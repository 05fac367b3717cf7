-- What two people decide are the plans that are offered. A user's own plan ends without them: the oldest of who has
-- most gives way where there is room for no more.
drop trigger plan_guard on plans.plan;
create trigger plan_guard before update of status on plans.plan
  for each row when (current_user = 'candor_app' and old.owner is null)
  execute function plans.guard_plan();
