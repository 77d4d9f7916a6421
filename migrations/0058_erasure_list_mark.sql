-- expand
-- When the list of erasures was last written, for the alerts (gateway/backup/README.md 4.4).

alter table backup_marks add column erasures_listed_at timestamptz(3);

-- Null: a list was written, but no backup yet. The previous version reads null as "no backup".
alter table backup_marks alter column taken_at drop not null;
