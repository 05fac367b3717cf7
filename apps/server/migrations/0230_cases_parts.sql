-- A case about several things is decided in one go, thing by thing: for each of them whether it was approved
-- or why it was not. Written by who decides, with the decision, and never after it.
alter table cases.case add column parts text
  check (parts is null or (state = 'decided' and length(parts) <= 8000));
grant update (parts) on cases.case to candor_desk;
