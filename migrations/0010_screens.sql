-- expand
-- Screens of the waiting room: displays, and kiosks that act in the audit log.

alter table audit_entries drop constraint audit_entries_actor_kind_check;
alter table audit_entries add constraint audit_entries_actor_kind_check
  check (actor_kind in ('STAFF', 'API_KEY', 'OPERATOR', 'SCREEN'));

create table screens (
  id serial not null,
  organization_id int not null
    constraint screens_organization_id_foreign references organizations (id),
  environment text not null
    constraint screens_environment_check check (environment in ('LIVE', 'TEST')),
  kind text not null constraint screens_kind_check check (kind in ('DISPLAY', 'KIOSK')),
  name text not null,
  -- Null for all. No foreign keys: departments are never deleted, and every read filters by the organization.
  department_ids int[],
  gives_tickets boolean not null,
  -- SHA-256 of the token. Its owner is unknown before it is found, so it is unique everywhere.
  token_hash text not null constraint screens_token_hash unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  constraint screens_gives_tickets check (kind = 'KIOSK' or not gives_tickets)
);
