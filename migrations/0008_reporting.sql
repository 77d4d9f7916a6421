-- expand: heartbeats for reports from a standby.

-- With REPORTING_DATABASE_URL, each process that serves reports updates a row of its own every second. A report reads
-- that row on the standby, in its own snapshot. Only a copy of this database can have the row, and its age is how far
-- the standby is behind (gateway/persistence/reporting/README.md 6). Rows of ended processes are deleted after a day.
-- Each process that serves HTTP also has a row that shows whether writes are accepted (gateway/persistence/README.md 12).
create table reporting_heartbeats (
  -- Random for each process.
  writer uuid primary key,
  -- By the clock of the primary.
  written_at timestamptz not null,
  -- By the monotonic clock of the process. Another process cannot use it.
  sent_ms double precision not null,
  -- The timeline of the primary, as in the names of WAL files. Each promotion starts another one. Empty in the rows that
  -- show whether writes are accepted.
  timeline text not null
);
