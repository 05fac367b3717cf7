-- Counts books on without a payment: who changes what stands behind a book and moves no money says
-- so, or another process would go on remembering the book as it was.
create function ledger.touch_books(users uuid[], modes text[]) returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update balance b set version = b.version + 1
  from (select distinct * from unnest(users, modes) as t (user_id, mode)) as wanted
  where wanted.user_id = b.user_id and wanted.mode = b.mode
    and b.asset = 'USDT' and b.class = 'user:cash';
end $$;
revoke all on function ledger.touch_books(uuid[], text[]) from public;
grant execute on function ledger.touch_books(uuid[], text[]) to candor_app;
