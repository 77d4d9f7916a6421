-- expand
-- Seals of the audit log: a chain of hashes for each organization (core/audit/README.md 6).

create table audit_seals (
  organization_id int not null
    constraint audit_seals_organization_id_foreign references organizations (id),
  -- 1, 2, 3 and so on in each organization.
  number int not null,
  -- The seal covers the entries after the last entry of the seal before, up to this one.
  last_id bigint not null,
  entries int not null,
  -- Of the seal before, in hexadecimal digits ('' for the first), and of the lines of the entries. A newline is after each.
  hash bytea not null,
  sealed_at timestamptz(3) not null,
  primary key (organization_id, number),
  constraint audit_seals_order unique (organization_id, last_id),
  constraint audit_seals_values check (number >= 1 and entries >= 1 and length(hash) = 32)
);

-- Returns an entry as the line that is sealed and exported. It leaves out what an erasure may remove.
create function audit_line(entry audit_entries) returns text language sql stable as $$
  select jsonb_build_object(
    'id', entry.id,
    'at', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'organizationId', entry.organization_id,
    'actor', jsonb_build_object(
      'kind', entry.actor_kind, 'id', entry.actor_id, 'name', entry.actor_name,
      'ipAddress', entry.ip_address
    ),
    'action', entry.action,
    'subject', jsonb_build_object('id', entry.subject_id, 'name', entry.subject_name),
    'environment', entry.environment,
    'changes', coalesce((
      select jsonb_agg(
        case when change ->> 'field' = 'overrideReason' then change - 'after' else change end
        order by position
      )
      from jsonb_array_elements(entry.changes) with ordinality as c (change, position)
    ), '[]')
  )::text
$$;

-- Only the removal of an organization deletes a seal.
create function audit_seals_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('appointment_booking.removes', true) <> '' then
    return null;
  end if;
  raise exception 'audit_seals is append-only';
end $$;
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function audit_seals_append_only();
create trigger audit_seals_removed after delete on audit_seals
  referencing old table as removed
  for each statement execute function only_rows_of_removed_organization();
