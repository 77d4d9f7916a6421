-- expand
-- The role of a user who reads the desk and changes nothing (core/access/README.md 2). An older version that still runs
-- does not know it, and lets such a user do nothing.
alter table staff_users
  drop constraint staff_users_role_check,
  add constraint staff_users_role_check check (role in ('OWNER', 'ADMIN', 'STAFF', 'VIEWER'));
