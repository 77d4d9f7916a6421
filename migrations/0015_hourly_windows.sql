-- expand
-- A changed limit of an API key starts a new hourly window (core/usage/README.md 3).

-- Names the window together with lineage_id. 0 has the name that earlier versions count under.
alter table api_keys add column window_number int not null default 0;
