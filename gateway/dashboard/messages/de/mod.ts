import { apiKeys } from "./api_keys.ts";
import { appointments } from "./appointments.ts";
import { audit } from "./audit.ts";
import { booking } from "./booking.ts";
import { credits } from "./credits.ts";
import { departments } from "./departments.ts";
import { desk } from "./desk.ts";
import { errors } from "./errors.ts";
import { firstSteps } from "./first_steps.ts";
import { forms } from "./forms.ts";
import { people } from "./people.ts";
import { reportingTokens } from "./reporting_tokens.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { team } from "./team.ts";
import { today } from "./today.ts";
import { ui } from "./ui.ts";
import { usage } from "./usage.ts";
import { webhooks } from "./webhooks.ts";

/** All texts in German, by namespace. */
export const german = {
  apiKeys,
  appointments,
  audit,
  booking,
  credits,
  departments,
  desk,
  errors,
  firstSteps,
  forms,
  people,
  reportingTokens,
  search,
  settings,
  shell,
  team,
  today,
  ui,
  usage,
  webhooks,
};
