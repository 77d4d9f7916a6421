const replacement = /\/\*on Citus:([^]*?)\*\/[^]*?\/\*end\*\//g;

/** Returns a statement as a distributed database gets it. */
export function distributedText(text: string): string {
  return text.replace(replacement, "$1");
}

function instead(usual: string, onCitus: string): string {
  return `/*on Citus:${onCitus}*/${usual}/*end*/`;
}

/**
 * Parts of statements that the coordinator of a distributed database gets. Any other database, and the nodes, get them as
 * comments (gateway/persistence/distribution/README.md 3).
 */
export const onCitus = {
  /** Returns the usual SQL with a comment, which has what Citus gets instead. */
  instead,
  /**
   * Returns the condition that a row is of the organization in an array, for Citus only. There all elements of the array are
   * the same, and Citus finds the one node that has the rows.
   */
  sameOrganization: (alias: string, organizations: string): string =>
    instead("", `and ${alias}.organization_id = (${organizations}::int[])[1]`),
};
