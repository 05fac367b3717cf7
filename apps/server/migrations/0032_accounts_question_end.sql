-- A second step somebody stands at ends with the sessions when a password changes.
grant update (expires_at) on accounts.challenge to candor_app;
