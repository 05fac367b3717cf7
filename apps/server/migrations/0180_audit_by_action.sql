-- The log is searched by the beginning of an action's name; without this the whole of it was read
-- backwards for an action that is rare. Letters are compared as bytes, so that a beginning is a range.
create index record_of_action on audit.record (action text_pattern_ops, seq);
