/**
 * Sets what Citus needs for changes of distributed tables, for the transaction ($1) or the session. Other servers do not have
 * these settings. Triggers on distributed tables run on the node of the row, and need the first one. Foreign keys to a table
 * that each node has need the second one.
 */
export const settingsOfCitus = `
  select set_config(name, value, $1)
  from (values ('citus.enable_unsafe_triggers', 'on'), ('citus.multi_shard_modify_mode', 'sequential'))
    as needed (name, value)
  where current_setting(name, true) is not null`;
