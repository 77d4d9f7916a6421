-- expand
-- Why an appointment was cancelled or archived (core/booking/README.md 26).

-- Null: no reason was given. It may say something about the person, so an erasure removes it.
alter table appointments add column cancel_reason text;
