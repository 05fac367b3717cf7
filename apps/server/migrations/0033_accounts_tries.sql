-- Log-ins by password that were refused within the last hour, for each name they tried and for each
-- network that tried it. A name nobody has is counted like any other. What is kept of a name is its
-- SHA-256.
create table accounts.refused_try (
  subject text primary key,
  tries timestamptz[] not null
);
grant select, insert, update, delete on accounts.refused_try to candor_app;
