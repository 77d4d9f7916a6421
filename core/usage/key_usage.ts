import type { ApiKeys } from "../access/api_key.ts";
import { apiKeyNotFound } from "../access/change_api_keys.ts";
import { boundsOf, lastDays } from "../calendar.ts";
import { idInput, parseInput } from "../input.ts";
import type { Clock } from "../platform.ts";
import type { UsageReader } from "./read_usage.ts";
import type { UsageReports } from "./usage_reports.ts";

/** The days that the usage of a key covers, with today. */
const dayCount = 30;

/** The calls with a key in the last 30 days. */
export interface KeyUsage {
  days: number;
  calls: number;
  /** The calls that were answered with a status from 400. */
  errors: number;
}

/** Returns the usage of a key of the organization. Throws API_KEY_NOT_FOUND. */
export async function getKeyUsage(
  { now, apiKeys, usageReports }: Clock & { apiKeys: ApiKeys; usageReports: UsageReports },
  { organizationId, timeZone }: UsageReader,
  input: unknown,
): Promise<KeyUsage> {
  const { id } = parseInput(idInput, input);
  const keys = await apiKeys.list(organizationId);
  if (!keys.some((key) => key.id === id)) throw apiKeyNotFound();
  const period = boundsOf(lastDays(dayCount, now(), timeZone), timeZone);
  return { days: dayCount, ...await usageReports.callsOfKey(organizationId, id, period) };
}
