-- expand
-- Networks from which an API key may be used (core/access/README.md 6.2).

-- In their normal form, such as 203.0.113.0/24. Null: from every address.
alter table api_keys add column allowed_networks text[]
  constraint api_keys_allowed_networks check (cardinality(allowed_networks) between 1 and 20);

-- The same trigger with the new column.
create or replace trigger api_keys_version before update on api_keys
  for each row when (
    (old.name, old.scopes, old.rate_limit_per_hour, old.revoked_at, old.expires_at,
      old.allowed_networks)
      is distinct from
      (new.name, new.scopes, new.rate_limit_per_hour, new.revoked_at, new.expires_at,
        new.allowed_networks)
  ) execute function raise_version();
