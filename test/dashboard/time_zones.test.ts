import { expect, test } from "vitest";
import { findsTimeZone, listTimeZones } from "../../gateway/dashboard/pages/settings/time_zones.ts";

const found = (typed: string) => listTimeZones("UTC").filter((zone) => findsTimeZone(typed, zone));

test.each([
  ["kolkata", "Asia/Kolkata"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Kyiv", "Europe/Kyiv"],
  ["kiev", "Europe/Kyiv"],
  ["Ho_Chi_Minh", "Asia/Ho_Chi_Minh"],
  ["ho chi", "Asia/Ho_Chi_Minh"],
  ["America/New_York", "America/New_York"],
  [" america/new york ", "America/New_York"],
  ["Nuuk", "America/Nuuk"],
])("the text %j finds the time zone %s alone", (typed, zone) => {
  expect(found(typed)).toEqual([zone]);
  expect(findsTimeZone(typed, zone.replaceAll("_", " "))).toBe(true);
});

test("every listed zone is a present name that Temporal knows, and the chosen one stays as it is", () => {
  const now = Temporal.Now.instant();
  const zones = listTimeZones("Europe/Kiev");
  expect(zones.length).toBeGreaterThan(400);
  for (const zone of zones) expect(now.toZonedDateTimeISO(zone).timeZoneId).toBe(zone);
  expect(zones.filter((zone) => /Kiev|Kyiv|Calcutta|Saigon/.test(zone)))
    .toEqual(["Europe/Kiev", "Europe/Kyiv"]);
});
