-- Pictures that were refused: reading one costs as much as keeping it, so they count among those of a day.
create table files.refused (
  user_id uuid not null,
  at timestamptz not null
);
create index refused_of_day on files.refused (user_id, at);
create index refused_before on files.refused (at);
grant select, insert, delete on files.refused to candor_app;
