-- Funds that have to be worked on, plans that are offered and plans of users' own that run, each by an index that
-- holds nothing else: what has ended costs no turn anything.
create index fund_live on plans.fund (id) where units > 0 or phase <> 'open';
create index plan_offered on plans.plan (at, name) where owner is null;
create index order_own on plans.plan_order (user_id, ordinal) where is_own and state in ('pending', 'running');
