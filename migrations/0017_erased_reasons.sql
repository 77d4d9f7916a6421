-- expand
-- The reason that staff wrote for an appointment can name the person, so an erasure removes its text from the audit.
-- Everything else in the audit stays append-only.

-- The statements of all updates pass. The trigger of the rows decides.
create or replace function audit_entries_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    return null;
  end if;
  raise exception 'audit_entries is append-only';
end $$;

-- Accepts one change: the reason loses its text, and a later entry of the same appointment records the erasure. So the
-- audit itself says when the text went, and who removed it.
create function audit_entries_keep_row() returns trigger language plpgsql as $$
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
        and e.subject_id = new.subject_id and e.id > new.id and e.action = 'appointment.erased'
    )
  then
    return new;
  end if;
  raise exception 'audit_entries is append-only';
end $$;
create trigger audit_entries_keep_row before update on audit_entries
  for each row execute function audit_entries_keep_row();
