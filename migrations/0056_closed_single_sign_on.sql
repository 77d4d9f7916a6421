-- expand
-- A closed organization refuses all changes of its own settings, also those of single sign-on and e-mail.

-- As before (0023), but every entry whose subject is the organization is checked, so that a new action cannot be forgotten.
-- Two are not: the closing itself, and a run of retention that the closing overtakes. A reopening has opened the
-- organization by then.
create or replace function audit_entries_need_open_organization() returns trigger language plpgsql as $$
begin
  if new.subject_kind not in ('organization', 'api_key', 'staff', 'reporting_token', 'screen', 'webhook')
    and new.action not in ('department.queue_changed', 'reporting_role.created')
    or new.action in ('organization.closed', 'organization.retention_applied')
  then
    return new;
  end if;
  perform from organizations where id = new.organization_id and closed_at is null for share;
  if not found then
    raise exception 'organization % is closed', new.organization_id using errcode = 'OC001';
  end if;
  return new;
end $$;
