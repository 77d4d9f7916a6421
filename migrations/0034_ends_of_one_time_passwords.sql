-- expand
-- One-time passwords of staff users end after 7 days (core/access/README.md 3).

-- Counts only with must_change_password. The version before this one leaves it null, or as it was.
alter table staff_users add column one_time_until timestamptz(3);

-- The present one-time passwords get 7 more days. The table is small: at most 1,000 users of an organization.
update staff_users set one_time_until = now() + interval '7 days' where must_change_password;
