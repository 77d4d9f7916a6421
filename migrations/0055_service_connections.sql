-- expand
-- The connections that each service may open, so that the sum of all services is known (gateway/doctor/README.md 2.8).

-- Each process of a service writes the same two numbers. Null in rows that show how far a standby is behind, and in rows
-- of the version before.
alter table reporting_heartbeats
  add column service_connections int
    constraint reporting_heartbeats_service_connections check (service_connections > 0),
  -- The processes of the service that have such a row.
  add column service_processes int
    constraint reporting_heartbeats_service_processes check (service_processes > 0),
  add constraint reporting_heartbeats_service_size
    check ((service_connections is null) = (service_processes is null));
