import { builder } from "./builder.ts";
import "./scalars.ts";
import "./types/organization.ts";

/** The schema, as `schema.graphql` shows it. */
export const schema = builder.toSchema();
