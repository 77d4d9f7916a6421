-- expand
-- Seals that survive the removal of personal data from the audit log, and the rule for it (core/audit/README.md 6).

-- Null: the entry is older than this column, or its personal part was removed. Everyone who inserts gets the default, also
-- a service of the version before. The default is a statement of its own, so that the table is not written again.
alter table audit_entries add column salt uuid, add column personal_hash bytea;
alter table audit_entries alter column salt set default gen_random_uuid();

alter table organizations add column audit_days int
  constraint organizations_audit_days check (audit_days between 1 and 3650);

-- Entries of the present or last run, and the id up to which all entries are done.
alter table retention_runs
  add column entries bigint not null default 0 constraint retention_runs_entries check (entries >= 0),
  add column audit_position bigint not null default 0;

-- A new run begins with 0, also if a service of the version before begins it.
create function retention_runs_begin_entries() returns trigger language plpgsql as $$
begin
  new.entries := 0;
  return new;
end $$;
create trigger retention_runs_begin_entries before update on retention_runs
  for each row when (old.started_at <> new.started_at) execute function retention_runs_begin_entries();

-- The changes of an entry without what an erasure may remove.
create function audit_sealed_changes(changes jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(
    case when change ->> 'field' = 'overrideReason' then change - 'after' else change end
    order by position
  ), '[]')
  from jsonb_array_elements(changes) with ordinality as c (change, position)
$$;

-- The changes of an entry without texts, lists and objects, which can name a person. The names of the fields stay. The
-- result is the same after an erasure of the reason, and for its own result.
create function audit_kept_changes(changes jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(
    case when change ->> 'field' = 'overrideReason' or exists (
      select from jsonb_each(change) as v (key, value)
      where key <> 'field' and jsonb_typeof(value) in ('string', 'array', 'object')
    ) then jsonb_build_object('field', change -> 'field') else change end
    order by position
  ), '[]')
  from jsonb_array_elements(changes) with ordinality as c (change, position)
$$;

-- The personal part of an entry as the line that is hashed and exported. The salt is in it, so its hash reveals nothing
-- when both are gone.
create function audit_personal_line(entry audit_entries) returns text language sql immutable as $$
  select jsonb_build_object(
    'personalOf', entry.id, 'salt', entry.salt, 'actorName', entry.actor_name,
    'ipAddress', entry.ip_address, 'subjectName', entry.subject_name,
    'changes', audit_sealed_changes(entry.changes)
  )::text
$$;

create function audit_hash_of(entry audit_entries) returns bytea language sql immutable as $$
  select sha256(convert_to(audit_personal_line(entry), 'UTF8'))
$$;

-- Returns an entry whose personal part is removed. It has the hash instead.
create function audit_without_person(entry audit_entries) returns audit_entries
language plpgsql immutable as $$
begin
  entry.personal_hash := audit_hash_of(entry);
  entry.salt := null;
  entry.actor_name := 'Erased';
  entry.ip_address := null;
  entry.subject_name := case when entry.subject_name = '' then '' else 'Erased' end;
  entry.changes := audit_kept_changes(entry.changes);
  return entry;
end $$;

-- Returns an entry as the line that is sealed and exported. An entry without both columns has the form of before. The line
-- of every other entry has the hash of its personal part, and is the same before and after the removal. A removed part has
-- nothing else in its place, or its line has no hash.
create or replace function audit_line(entry audit_entries) returns text language sql stable as $$
  select case when entry.salt is null and entry.personal_hash is null then
    jsonb_build_object(
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
      'changes', audit_sealed_changes(entry.changes)
    )
  else
    jsonb_build_object(
      'id', entry.id,
      'at', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'organizationId', entry.organization_id,
      'actor', jsonb_build_object('kind', entry.actor_kind, 'id', entry.actor_id),
      'action', entry.action,
      'subject', jsonb_build_object('id', entry.subject_id, 'hasName', entry.subject_name <> ''),
      'environment', entry.environment,
      'changes', audit_kept_changes(entry.changes),
      'personal', encode(
        case
          when entry.personal_hash is null then audit_hash_of(entry)
          when entry.salt is null and entry.actor_name = 'Erased' and entry.ip_address is null
            and entry.subject_name in ('', 'Erased')
            and entry.changes = audit_kept_changes(entry.changes) then entry.personal_hash
        end, 'hex')
    )
  end::text
$$;

-- The same trigger function, which also accepts the removal of the personal part where the organization has the rule.
create or replace function audit_entries_keep_row() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'changes' = to_jsonb(old) - 'changes'
    and new.subject_kind = 'appointment'
    and new.changes = (
      select jsonb_agg(
        case when change ->> 'field' = 'overrideReason' then change - 'after' else change end
        order by position
      )
      from jsonb_array_elements(old.changes) with ordinality as c (change, position)
    )
    and exists (
      select from audit_entries e
      where e.organization_id = new.organization_id and e.subject_kind = 'appointment'
        and e.subject_id = new.subject_id and e.id > new.id
        and e.action in ('appointment.erased', 'appointment.expired')
    )
  then
    return new;
  end if;
  if old.salt is not null and to_jsonb(new) = to_jsonb(audit_without_person(old))
    and exists (
      select from organizations where id = old.organization_id and audit_days is not null
    )
  then
    return new;
  end if;
  raise exception 'audit_entries is append-only';
end $$;
