const addition = /\/\*on Citus:([^]*?)\*\//g;
const replacement = /\/\*on Citus instead:([^]*?)\*\/[^]*?\/\*end\*\//g;

/** Returns a statement as a distributed database gets it: with the content of its comments for Citus. */
export function distributedText(text: string): string {
  return text.replace(replacement, "$1").replace(addition, "$1");
}

/**
 * Parts of statements that only a distributed database gets, from its coordinator. Any other database gets them as comments
 * (gateway/persistence/distribution/README.md 3).
 */
export const onCitus = {
  /**
   * Returns the condition that a row is of the organization in an array. There all elements of the array are the same, and
   * Citus finds the one node that has the rows.
   */
  sameOrganization: (alias: string, organizations: string): string =>
    `/*on Citus: and ${alias}.organization_id = (${organizations}::int[])[1]*/`,
  /** Returns the usual SQL, which Citus refuses, and what it gets instead. */
  instead: (usual: string, onCitus: string): string =>
    `/*on Citus instead:${onCitus}*/${usual}/*end*/`,
};
