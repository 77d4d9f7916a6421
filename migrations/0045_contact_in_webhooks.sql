-- expand
-- Webhooks whose events of appointments have the contact and the metadata (core/webhooks/README.md 16).

alter table webhooks add column include_contact boolean not null default false;

-- The same triggers with the new column.
create or replace trigger webhooks_version before update on webhooks
  for each row when (
    (old.url, old.events, old.is_active, old.include_test, old.include_contact)
      is distinct from (new.url, new.events, new.is_active, new.include_test, new.include_contact)
  ) execute function raise_version();
create or replace trigger webhooks_booking_settings
  after insert or delete or update of events, is_active, include_test, include_contact, deleted_at
  on webhooks for each row execute function booking_settings_changed();
