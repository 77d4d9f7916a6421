-- expand
-- Second factors of staff users, their recovery codes, and the proofs of sessions (core/access/README.md 13 and 14).

-- A passkey has credential_id, public_key and counter; an authenticator app has sealed_secret. A proof must be newer than
-- used_until, so each counts once. The index serves the request of every session, which asks whether its user has a
-- factor.
create table factors (
  id serial not null,
  organization_id int not null,
  staff_user_id int not null,
  kind text not null
    constraint factors_kind_check check (kind in ('PASSKEY', 'TOTP')),
  name text not null,
  credential_id text,
  public_key text,
  counter bigint,
  sealed_secret text,
  used_until timestamptz(3) not null,
  failures int not null default 0,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (organization_id, id),
  constraint factors_staff_user_id_foreign
    foreign key (organization_id, staff_user_id) references staff_users (organization_id, id),
  constraint factors_credential unique (organization_id, credential_id),
  constraint factors_parts check (
    (kind = 'TOTP') = (sealed_secret is not null)
    and (kind = 'PASSKEY') = (credential_id is not null and public_key is not null and counter is not null)
  )
);
create index factors_by_user on factors (organization_id, staff_user_id);

-- Only hashes. A code is deleted when it is used.
create table recovery_codes (
  organization_id int not null,
  staff_user_id int not null,
  code_hash text not null,
  primary key (organization_id, staff_user_id, code_hash),
  constraint recovery_codes_staff_user_id_foreign
    foreign key (organization_id, staff_user_id) references staff_users (organization_id, id)
);

-- proved_at is null until a proof in the session: then the sign-in was the last one. A process of the version before
-- signs in without a factor, so its sessions have false, and end for a user who has one.
alter table sessions
  add column proved_at timestamptz(3),
  add column with_factor boolean not null default false;

alter table organizations
  add column factor_required_roles text[] not null default '{}'
    constraint organizations_factor_required_roles
      check (factor_required_roles <@ array['OWNER', 'ADMIN', 'STAFF', 'VIEWER']);
