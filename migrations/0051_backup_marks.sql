-- expand
-- When the last backup of this database was complete, for the status page and the alerts (gateway/backup/README.md 2.9).

create table backup_marks (
  only_row boolean primary key default true constraint backup_marks_only_row check (only_row),
  -- The moment that the backup shows.
  taken_at timestamptz(3) not null
);
