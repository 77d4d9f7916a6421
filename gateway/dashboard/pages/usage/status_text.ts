import { t } from "./texts.ts";

/** The statuses that the API answers with, as far as they have a name. */
export const namedStatuses = [
  "200",
  "201",
  "400",
  "401",
  "402",
  "403",
  "404",
  "405",
  "409",
  "413",
  "429",
  "500",
  "503",
] as const;

/** `404 Not found`. */
export function statusText(status: string): string {
  const named = namedStatuses.find((one) => one === status);
  return named ? `${status} ${t(`statusName.s${named}`)}` : status;
}
