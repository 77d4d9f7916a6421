-- expand
-- Reminders of an organization that was closed, and the erasure of people who wait.

-- Reminders that fall due while an organization is closed (gateway/persistence/booking/README.md 10).

-- When the organization was opened again. No pass looks at a closed organization, so `complete_until` counts for a mark
-- only if a pass that began after this time has moved it. Null: the organization was never closed.
alter table reminder_marks add column reopened_at timestamptz(3);

-- Keeps in the marks of a closed organization up to where its reminders are done. A closed organization costs a pass
-- nothing more. The marks are changed after the balances are locked, as by a pass, because the triggers run in the order
-- of their names. So a pass and a closing cannot deadlock.
create function organizations_keep_reminders() returns trigger language plpgsql as $$
begin
  if new.closed_at is null then
    update reminder_marks set reopened_at = clock_timestamp() where organization_id = new.id;
  else
    update reminder_marks m set due_until = p.complete_until, last_id = 0
    from reminder_passes p
    where m.organization_id = new.id and m.due_until < p.complete_until
      and (m.reopened_at > p.complete_until) is not true;
  end if;
  return null;
end $$;
create trigger organizations_keep_reminders after update of closed_at on organizations
  for each row when ((old.closed_at is null) <> (new.closed_at is null))
  execute function organizations_keep_reminders();

-- An erasure of somebody who still waits (core/booking/README.md 29).

-- Whether the user was erased. An entry that waits or has an offer keeps its user, and loses it when it becomes final.
-- Later, no appointment would lead an erasure to it.
alter table waitlist_entries add column is_user_erased boolean not null default false;

-- A trigger and not each statement that ends entries, so that none can forget it, also of the version before.
create function waitlist_entries_lose_user() returns trigger language plpgsql as $$
begin
  new.external_user_id := null;
  return new;
end $$;
create trigger waitlist_entries_lose_user
  before update of state, is_user_erased on waitlist_entries
  for each row when (new.is_user_erased and new.state in ('BOOKED', 'CANCELLED', 'ENDED'))
  execute function waitlist_entries_lose_user();
