const addition = /\/\*distributed:([^]*?)\*\//g;
const replacement = /\/\*distributed instead:([^]*?)\*\/[^]*?\/\*end\*\//g;

// A statement may have comments such as
//
//     where a.organization_id = requested.organization_id
//       /*distributed: and a.organization_id = any($1::int[])*/
//
// A distributed database gets their content as SQL, and any other database gets the comments. Most of them are a condition on
// the organization. From it, Citus finds the one node that has the rows.

/** Returns a statement as a distributed database gets it. */
export function distributedText(text: string): string {
  return text.replace(replacement, "$1").replace(addition, "$1");
}

/** Returns SQL that differs in a distributed database. */
export function differs({ usual, distributed }: { usual: string; distributed: string }): string {
  return `/*distributed instead:${distributed}*/${usual}/*end*/`;
}

/**
 * Returns the condition that a row is of the organization in an array, for a distributed database only. There, all elements of
 * the array are the same: a statement is about one organization.
 */
export function isOneOf(alias: string, organizations: string): string {
  return `/*distributed: and ${alias}.organization_id = (${organizations}::int[])[1]*/`;
}

/** Returns the condition that a row is of an organization, for a distributed database only. */
export function isOf(alias: string, organization: string): string {
  return `/*distributed: and ${alias}.organization_id = ${organization}::int*/`;
}
