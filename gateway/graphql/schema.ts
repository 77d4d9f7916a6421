import { builder } from "./builder.ts";
import "./scalars.ts";
import "./total_count.ts";
import "./types/api_key.ts";
import "./types/appointment.ts";
import "./types/credit_entry.ts";
import "./types/department.ts";
import "./types/node.ts";
import "./types/usage_log.ts";
import "./types/visit.ts";
import "./types/webhook.ts";
import "./types/webhook_delivery.ts";
import "./types/worker.ts";
import "./reports/reports.ts";

/** The schema. A test compares it with `schema.graphql`. */
export const schema = builder.toSchema();
