-- Every case that was approved and is not carried out yet, for guards of capabilities above: they ask for
-- the decision, whatever it is about, and need not know what a case is.
create view platform.approval as
  select c.id, c.number, c.kind, c.facts::jsonb as facts,
         case when c.first_by <> c.decided_by then 2 else 1 end as people
  from cases.case c
  where c.state = 'decided' and c.verdict = 'approved' and c.applied_at is null;
grant select on platform.approval to candor_app;
