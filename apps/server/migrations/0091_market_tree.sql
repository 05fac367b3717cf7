-- The tape's Merkle tree (RFC 9162): leaf number n, from 0, is the link of the tape's tick number n
-- in the order of day and place. Only whole subtrees of 256 leaves and more are kept; what is below
-- is computed from the ticks themselves.

-- Leaves before the first tick of a day: a tick's number is this and its place less one.
create table market.tree_day (
  day date primary key,
  before bigint not null unique check (before >= 0)
);

-- The subtree over the leaves place × 2^level up to (place + 1) × 2^level.
create table market.tree_node (
  level smallint not null check (level between 8 and 52),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);

-- How far the tree has followed the tape; written with the nodes, or not at all.
create table market.tree_place (
  single boolean primary key default true check (single),
  size bigint not null check (size >= 0),
  day date not null,
  seq bigint not null
);

-- What was signed, each minute. The text follows from these: see docs/tape.md.
create table market.checkpoint (
  number bigint primary key check (number > 0),
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  at timestamptz not null,
  key smallint not null,
  signature bytea not null check (length(signature) = 64)
);
create index checkpoint_size on market.checkpoint (size, number);

create function market.refuse_tree_change() returns trigger language plpgsql as $$
begin
  raise exception 'the tree of the tape only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger tree_day_final before update or delete or truncate on market.tree_day
  for each statement execute function market.refuse_tree_change();
create trigger tree_node_final before update or delete or truncate on market.tree_node
  for each statement execute function market.refuse_tree_change();
create trigger checkpoint_final before update or delete or truncate on market.checkpoint
  for each statement execute function market.refuse_tree_change();

grant select, insert on market.tree_day, market.tree_node, market.checkpoint to candor_app;
grant select, insert, update on market.tree_place to candor_app;
