import { expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { errorOf, openApi, refusalOf } from "./support.ts";

/** Opens the adapter with a key that may be used from one office only. */
async function openOffice() {
  const api = await openApi();
  const { id } = api.keys.full;
  await api.application.staff.updateApiKey(staffOf(api.organizationId), {
    id,
    allowedNetworks: ["198.51.100.0/24", "2001:db8:5::/48"],
  });
  const counted: string[] = [];
  const hourlyLimits = api.ports.hourlyLimits!;
  const { count } = hourlyLimits;
  hourlyLimits.count = (key) => {
    counted.push(key.lineageId);
    return count(key);
  };
  return { ...api, counted };
}

test.each(["198.51.100.7", "2001:db8:5:1::7", "::ffff:198.51.100.7"])(
  "a key with networks is accepted from %s",
  async (ipAddress) => {
    const { send } = await openOffice();
    expect((await send("GET", "/api/v1/departments", { ipAddress })).status).toBe(200);
  },
);

test.each(["203.0.113.7", "2001:db8:6::7", ""])(
  "a key with networks is refused from %j, uses up no request of its limit, and is in the usage",
  async (ipAddress) => {
    const { send, counted, ports } = await openOffice();
    const response = await send("GET", "/api/v1/departments", { ipAddress });
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({
      code: "FORBIDDEN",
      message: `The API key may not be used from the address ${
        ipAddress || "?"
      }. Staff choose its networks.`,
    });
    expect(counted).toEqual([]);
    expect(ports.memory.usageEntries).toMatchObject([{ statusCode: 403, ipAddress }]);
  },
);

test("a booking from another network is refused without an effect, also after one was accepted", async () => {
  const { send, bookingBody, ports } = await openOffice();
  const book = (ipAddress: string) =>
    send("POST", "/api/v1/appointments", { json: bookingBody(), ipAddress });
  // The second call could start before the key is checked.
  expect((await book("198.51.100.7")).status).toBe(201);
  expect(await refusalOf(await book("203.0.113.7"))).toEqual({ status: 403, code: "FORBIDDEN" });
  expect(ports.memory.appointments).toHaveLength(1);
});
