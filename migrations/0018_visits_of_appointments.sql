-- expand
-- The visits of an appointment, which the public API lists. The index of open visits has no ended ones.
create index visits_of_appointments on visits (organization_id, environment, appointment_id)
  where appointment_id is not null;
