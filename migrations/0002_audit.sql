-- Who did what, when and from where (core/audit/README.md 1).

create table audit_entries (
  id bigserial not null,
  -- No foreign key (migrations/README.md 10).
  organization_id int not null,
  actor_kind text not null constraint audit_entries_actor_kind_check
    check (actor_kind in ('STAFF', 'API_KEY', 'OPERATOR')),
  -- A staff user or an API key, by actor_kind. The operator has no id.
  actor_id int,
  actor_name text not null,
  ip_address text,
  -- Such as 'appointment.created': the kind of the subject, a dot, and what was done to it.
  action text not null,
  subject_kind text not null,
  subject_id bigint not null,
  subject_name text not null,
  environment text constraint audit_entries_environment_check check (environment in ('LIVE', 'TEST')),
  changes jsonb not null,
  created_at timestamptz(3) not null,
  -- A random value, the same in all entries of one transaction. Its presence proves that the transaction was
  -- committed (gateway/persistence/commit/README.md 1).
  transaction_tag uuid not null,
  primary key (organization_id, id),
  constraint audit_entries_actor check ((actor_kind = 'OPERATOR') = (actor_id is null)),
  constraint audit_entries_subject check (starts_with(action, subject_kind || '.'))
);
create index audit_entries_by_subject
  on audit_entries (organization_id, subject_kind, subject_id, id);

-- Refuses every change of an entry, also by a defect of the service or by hand.
create function audit_entries_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function audit_entries_append_only();

-- The requests of staff that were carried out under an `Idempotency-Key`, kept for 24 hours
-- (core/access/README.md 10). A row is committed with the audit entry of its request, which it names.
create table staff_requests (
  -- No foreign keys (migrations/README.md 10).
  organization_id int not null,
  staff_user_id int not null,
  key text not null,
  fingerprint text not null,
  -- Random, so that a transaction knows the row of its own request.
  request_id text not null,
  action text not null,
  subject_id bigint not null,
  environment text
    constraint staff_requests_environment_check check (environment in ('LIVE', 'TEST')),
  -- As JSON. Null if the answer has a secret, or the personal data of an appointment.
  answer text,
  created_at timestamptz(3) not null,
  primary key (organization_id, staff_user_id, key)
);
create index staff_requests_by_age on staff_requests (created_at);
