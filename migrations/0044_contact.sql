-- expand
-- How the person of an appointment is reached, and what the caller's program keeps with it (core/booking/README.md 25).

-- Null if unknown. `metadata` is the text of a JSON object, because the service only stores it and gives it back.
alter table appointments
  add column email text,
  add column locale text,
  add column metadata text;
