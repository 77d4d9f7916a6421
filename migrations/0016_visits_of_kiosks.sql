-- expand
-- The kiosk that gave a person without an appointment the number. Null for everybody else, and in visits of versions that
-- did not store it. There is no foreign key, because a screen is never deleted.
alter table visits add column screen_id int;

-- Those who wait for each kiosk. Each number of a kiosk counts them, and open visits of earlier days must not make that slow.
create index visits_of_kiosks on visits (organization_id, environment, screen_id)
  where state = 'WAITING' and screen_id is not null;
