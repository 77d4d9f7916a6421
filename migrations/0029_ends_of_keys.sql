-- expand
-- API keys that end, and the longest life that an organization allows for them (core/access/README.md 6.1).

-- Null: the key has no end. Read with every request, in the row that says whether the key is revoked.
alter table api_keys add column expires_at timestamptz(3);

-- Null: there is no maximum.
alter table organizations add column max_key_days int
  constraint organizations_max_key_days check (max_key_days between 1 and 3650);

-- The same trigger with the new column.
create or replace trigger api_keys_version before update on api_keys
  for each row when (
    (old.name, old.scopes, old.rate_limit_per_hour, old.revoked_at, old.expires_at)
      is distinct from
      (new.name, new.scopes, new.rate_limit_per_hour, new.revoked_at, new.expires_at)
  ) execute function raise_version();
