-- A ticket is for the access token it was asked for with, and a socket lives no longer than that.
delete from live.ticket;
alter table live.ticket add column token_hash text not null;
