-- Organizations, and the staff users, API keys and reporting tokens that act for them.

-- A customer of the service. Every other row belongs to one. A removal deletes it after
-- all its rows (migrations/README.md 13).
create table organizations (
  id serial primary key,
  name text not null,
  time_zone text not null,
  created_at timestamptz(3) not null,
  version int not null default 1
);

-- Counts the changes of a row of settings. A save names the version that it has read, so that it cannot undo another
-- save unseen (core/README.md 5). The database counts, so a change by hand counts too.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger organizations_version before update on organizations
  for each row when (old is distinct from new) execute function raise_version();

-- A person who signs in to the dashboard. An e-mail address is unique in an organization and not in the
-- service (core/access/README.md 9).
create table staff_users (
  id serial not null,
  organization_id int not null
    constraint staff_users_organization_id_foreign references organizations (id),
  email text not null
    constraint staff_users_email_lower_case check (email = lower(email)),
  name text not null,
  role text not null
    constraint staff_users_role_check check (role in ('OWNER', 'ADMIN', 'STAFF')),
  password_hash text not null,
  must_change_password boolean not null,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  primary key (organization_id, id),
  constraint staff_users_email unique (organization_id, email)
);
-- Sign-in looks an address up in all organizations.
create index staff_users_by_email on staff_users (email);

-- A signed-in staff user. Signing out deletes the row. The service deletes expired rows by their age. A request has
-- only the id of its session, so the id is unique in the whole service.
create table sessions (
  id uuid not null constraint sessions_id unique,
  organization_id int not null,
  staff_user_id int not null,
  created_at timestamptz(3) not null,
  last_active_at timestamptz(3) not null,
  primary key (organization_id, staff_user_id, id),
  constraint sessions_staff_user_id_foreign
    foreign key (organization_id, staff_user_id) references staff_users (organization_id, id)
);
create index sessions_by_age on sessions (created_at);

-- An API key of an external application. Only its hash is stored. A key and its successors by rotation share
-- lineage_id, and thereby one hourly limit (core/access/README.md 6). Keys are revoked and never deleted. A request has
-- only its key, so the hash is unique in the whole service.
create table api_keys (
  id serial not null,
  organization_id int not null
    constraint api_keys_organization_id_foreign references organizations (id),
  name text not null,
  environment text not null
    constraint api_keys_environment_check check (environment in ('LIVE', 'TEST')),
  key_hash text not null constraint api_keys_key_hash unique,
  masked_key text not null,
  scopes text[] not null constraint api_keys_scopes check (cardinality(scopes) >= 1),
  rate_limit_per_hour int not null
    constraint api_keys_rate_limit check (rate_limit_per_hour >= 1 and rate_limit_per_hour <= 1000000),
  lineage_id uuid not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  version int not null default 1,
  primary key (organization_id, id)
);
-- Only what staff edit: the time of the last use changes every few seconds.
create trigger api_keys_version before update on api_keys
  for each row when (
    (old.name, old.scopes, old.rate_limit_per_hour, old.revoked_at)
      is distinct from (new.name, new.scopes, new.rate_limit_per_hour, new.revoked_at)
  ) execute function raise_version();

-- The row that decides whether a reporting token is valid. The token itself is signed and not stored
-- (core/access/README.md 7).
create table reporting_tokens (
  id serial not null,
  organization_id int not null
    constraint reporting_tokens_organization_id_foreign references organizations (id),
  name text not null,
  created_by int,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  constraint reporting_tokens_created_by_foreign
    foreign key (organization_id, created_by) references staff_users (organization_id, id)
);

-- At most one row: how far the demo data of this database is (gateway/demo/README.md 1). The primary key is
-- always true, so a second row is a duplicate.
create table demo_state (
  is_only boolean primary key default true
    constraint demo_state_is_only check (is_only),
  mark text not null,
  is_shown boolean not null default false
);
