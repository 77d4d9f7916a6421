import { expect, test } from "vitest";
import { publicEndpoints } from "../../rest-adapter/public_api/endpoints.ts";
import { staffEndpoints } from "../../rest-adapter/staff_api/endpoints.ts";
import { openStaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const endpoints = [...publicEndpoints, ...staffEndpoints];
const parameters = endpoints.flatMap(({ method, path, request }) =>
  Object.keys(request.query?.shape ?? {}).map((name) => [method, path, name] as const)
);

/** Returns `startdate`, `start_date`, `start-date` and `STARTDATE` for `startDate`. */
function misspellings(name: string): string[] {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const spellings = ["_", "-", ""].map((joint) => words.replaceAll(" ", joint));
  return [...new Set([...spellings, name.toUpperCase()])].filter((one) => one !== name);
}

test("there are lists with parameters on both APIs", () => {
  const staff = parameters.filter(([, path]) => path.startsWith("/api/staff/"));
  expect([staff.length > 20, parameters.length - staff.length > 15]).toEqual([true, true]);
});

test.each(parameters)(
  "%s %s refuses misspellings and several values of %s",
  async (method, path, name) => {
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    const isStaff = path.startsWith("/api/staff");
    const send = (query: string) =>
      api.send(method, `${path.replace("{id}", "1")}?${query}`, {
        ...(isStaff && { key: null, headers: { Cookie: cookie } }),
      });
    for (const sent of misspellings(name)) {
      const { status, code, fields } = await refusalOf(await send(`${sent}=1`));
      expect([status, code, fields?.[0]]).toEqual([400, "VALIDATION_ERROR", sent]);
    }
    const { status, code, fields } = await refusalOf(await send(`${name}=1&${name}=2`));
    expect([status, code, fields?.[0]]).toEqual([400, "VALIDATION_ERROR", name]);
  },
);
