import { validationError } from "../errors.ts";
import { forms, localDateTimeField, wholeNumberField } from "../input.ts";
import { formatInstant, formatLocalDateTime, instantOf } from "../local_date_time.ts";
import { type Message, say } from "../messages.ts";
import type { Organization } from "./organization.ts";

/** The end of a key, local to the organization; null for none. */
export const keyEndField = localDateTimeField.nullable().optional().meta({
  ...forms.dateTime,
  type: ["string", "null"],
  description: "When the key ends, local to the organization; null for no end",
  examples: ["2027-03-01T23:59:59"],
});

/** The longest life of a key that an organization allows; null for no maximum. */
export const maxKeyDaysField = wholeNumberField(1, 3650, "Days after which every API key ends")
  .nullable().optional();

type Rules = Pick<Organization, "timeZone" | "maxKeyDays">;

/**
 * Returns the latest end that an organization allows for a key that was created at an instant: the end of the last
 * day. Null if there is no maximum.
 */
function latestEnd(createdAt: Temporal.Instant, rules: Rules): Temporal.Instant | null {
  if (rules.maxKeyDays === null) return null;
  return createdAt.toZonedDateTimeISO(rules.timeZone).add({ days: rules.maxKeyDays })
    .with({ hour: 23, minute: 59, second: 59, millisecond: 0, microsecond: 0, nanosecond: 0 })
    .toInstant();
}

/** Returns the end of a new key. Without a requested end, it is the latest that the organization allows. */
export function endOfNewKey(
  requested: Temporal.PlainDateTime | null | undefined,
  createdAt: Temporal.Instant,
  rules: Rules,
): Temporal.Instant | null {
  return requested
    ? checkedEnd(requested, { createdAt, now: createdAt, rules })
    : latestEnd(createdAt, rules);
}

/**
 * Returns the end of a key that is changed. An end that is requested as it is stays, also if the organization has
 * lowered its maximum since. Throws VALIDATION_ERROR on `expiresAt`.
 */
export function changedEnd(
  { createdAt, expiresAt }: { createdAt: Temporal.Instant; expiresAt: Temporal.Instant | null },
  requested: Temporal.PlainDateTime | null,
  { now, rules }: { now: Temporal.Instant; rules: Rules },
): Temporal.Instant | null {
  const present = expiresAt && formatInstant(expiresAt, rules.timeZone);
  if ((requested && formatLocalDateTime(requested)) === present) return expiresAt;
  return checkedEnd(requested, { createdAt, now, rules });
}

/** Returns the end of a successor: it lives as long as the key that it replaces was to live (core/access/README.md 6.1). */
export function renewedEnd(
  old: { createdAt: Temporal.Instant; expiresAt: Temporal.Instant | null },
  now: Temporal.Instant,
  rules: Rules,
): Temporal.Instant | null {
  const latest = latestEnd(now, rules);
  if (!old.expiresAt) return latest;
  const same = now.add(old.createdAt.until(old.expiresAt))
    .round({ smallestUnit: "second", roundingMode: "floor" });
  return latest && Temporal.Instant.compare(latest, same) < 0 ? latest : same;
}

function checkedEnd(
  requested: Temporal.PlainDateTime | null,
  { createdAt, now, rules }: { createdAt: Temporal.Instant; now: Temporal.Instant; rules: Rules },
): Temporal.Instant | null {
  const { timeZone, maxKeyDays } = rules;
  const end = requested && instantOf(requested, timeZone);
  if (end === undefined) {
    throw fault(say("timeSkipped", { time: formatLocalDateTime(requested!), zone: timeZone }));
  }
  if (end && Temporal.Instant.compare(end, now) <= 0) throw fault(say("inFuture"));
  const latest = latestEnd(createdAt, rules);
  if (latest && (!end || Temporal.Instant.compare(end, latest) > 0)) {
    const date = formatInstant(latest, timeZone).slice(0, 10);
    throw fault(say("keyEndTooLate", { date, days: maxKeyDays! }));
  }
  return end;
}

function fault(message: Message) {
  return validationError({ field: "expiresAt", message });
}
