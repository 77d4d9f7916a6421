-- expand
-- The departments that a staff user is bound to (core/access/README.md 12). Null: all.

-- An array and not a table: every request of staff reads it with the user's row, so a table would cost each of them a join
-- or a second look-up. Departments are never deleted, and a number that is no department of the organization shows nothing.
-- An older version that makes a bound user ADMIN or OWNER is refused by the check.
alter table staff_users
  add column department_ids int[],
  add constraint staff_users_department_ids_check check (
    department_ids is null or (role <> 'OWNER' and role <> 'ADMIN' and cardinality(department_ids) > 0)
  );
