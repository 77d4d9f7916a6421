-- expand
-- The visits of a worker by day, which GraphQL lists. Without it, a page of a worker with few visits would read the visits of
-- all. The cost is one index entry for each call that names a worker.
create index visits_of_workers on visits (organization_id, environment, worker_id, date)
  where worker_id is not null;
