import { apiKeys } from "./api_keys.ts";
import { appointments } from "./appointments.ts";
import { audit } from "./audit.ts";
import { booking } from "./booking.ts";
import { bulk } from "./bulk.ts";
import { calendar } from "./calendar.ts";
import { charts } from "./charts.ts";
import { credits } from "./credits.ts";
import { departments } from "./departments.ts";
import { firstSteps } from "./first_steps.ts";
import { keys } from "./keys.ts";
import { panel } from "./panel.ts";
import { queue } from "./queue.ts";
import { reportingTokens } from "./reporting_tokens.ts";
import { screens } from "./screens.ts";
import { settings } from "./settings.ts";
import { team } from "./team.ts";
import { usage } from "./usage.ts";
import { visits } from "./visits.ts";
import { webhooks } from "./webhooks.ts";

/** The texts in English of the other pages and of the dialogs, by namespace. */
export const pages = {
  apiKeys,
  appointments,
  audit,
  booking,
  bulk,
  calendar,
  charts,
  credits,
  departments,
  firstSteps,
  keys,
  panel,
  queue,
  reportingTokens,
  screens,
  settings,
  team,
  usage,
  visits,
  webhooks,
};
