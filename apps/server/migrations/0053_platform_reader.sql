-- A listener that fails keeps a place of its own, 'READER/LISTENER', until it has caught up. A row
-- that stays would hold back whoever drops what every reader has read.
grant delete on platform.reader to candor_app;
