-- expand
-- Warnings before API keys end (core/access/README.md 6.3).

-- The end that the last warning was about, and how many days before it. Null: there was none. Nobody resets them: a key
-- with another end has had no warning about it, also if a process of an earlier version has set that end.
alter table api_keys add column warned_end timestamptz(3);
alter table api_keys add column warned_days int;

-- The keys that end some day, for the search each hour.
create index api_keys_expires_at on api_keys (expires_at)
  where expires_at is not null and revoked_at is null;
