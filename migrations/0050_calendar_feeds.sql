-- expand
-- Feeds for calendars are screens too (core/screens/README.md 8).

alter table screens
  -- The worker whose appointments the feed has; null for those of its departments. No foreign key: workers are never
  -- deleted, and every read filters by the organization.
  add column worker_id int,
  add column shows_names boolean not null default false,
  add constraint screens_of_calendars
    check (kind = 'CALENDAR' or (worker_id is null and not shows_names)),
  drop constraint screens_kind_check,
  add constraint screens_kind_check check (kind in ('DISPLAY', 'KIOSK', 'CALENDAR'));
