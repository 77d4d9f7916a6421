import { builder } from "./builder.ts";
import "./scalars.ts";
import "./types/organization.ts";
import "./reports/appointment_report.ts";
import "./reports/credit_report.ts";
import "./reports/usage_report.ts";
import "./reports/utilization_report.ts";
import "./reports/webhook_report.ts";

/** The schema, as `schema.graphql` shows it. */
export const schema = builder.toSchema();
