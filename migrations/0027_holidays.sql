-- expand
-- The public holidays on which an organization closes.

-- {"country": "DE", "region": "BY", "until": "2027-11-26"}: the place, and the last date until which its holidays were
-- entered as closures of the departments. Null if nobody has chosen a place.
alter table organizations add column holidays jsonb;
