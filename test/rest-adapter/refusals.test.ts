import { expect, test } from "vitest";
import type { Refused } from "../../rest-adapter/http/mod.ts";
import { openStaffApi } from "./staff_support.ts";

test("the host gets the code of each refusal and the id of its caller, and nothing of an answer that is none", async () => {
  const api = await openStaffApi();
  const [{ key, id: apiKeyId }] = Object.values(api.keys) as [{ key: string; id: number }];
  const { cookie } = await api.signedInAs("STAFF");
  const refused: Refused[] = [];
  const send = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    api.handle(new Request(`http://api.test${path}`, { method, headers }), {
      ipAddress: "203.0.113.7",
      onRefused: (one) => void refused.push(one),
    });
  await send("/api/v1/appointments", { "X-API-Key": key });
  expect(refused).toEqual([]);
  await send("/api/v1/appointments/99", { "X-API-Key": key });
  await send("/api/v1/appointments/99", { "X-API-Key": "unknown" });
  await send("/api/staff/api-keys", { Cookie: cookie });
  await send("/api/staff/api-keys");
  await send("/api/v1/nothing", { "X-API-Key": key });
  await send("/api/v1/appointments", { "X-API-Key": key }, "PUT");
  const { id: staffUserId } = api.users.STAFF;
  expect(refused).toEqual([
    { code: "APPOINTMENT_NOT_FOUND", apiKeyId },
    { code: "INVALID_API_KEY" },
    { code: "FORBIDDEN", staffUserId },
    { code: "UNAUTHENTICATED" },
    { code: "NOT_FOUND" },
    { code: "METHOD_NOT_ALLOWED" },
  ]);
});
