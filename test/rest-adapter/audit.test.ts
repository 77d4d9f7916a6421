import { expect, test } from "vitest";
import { openApi } from "./support.ts";

test("the audit records the key and the address of the call as the actor of a creation and a cancellation", async () => {
  const api = await openApi();
  const { memory } = api.ports;
  memory.audit.splice(0);
  const { id } = await (await api.book({}, { ipAddress: "198.51.100.9" })).json() as { id: number };
  await api.send("DELETE", `/api/v1/appointments/${id}`, {
    key: "writer",
    ipAddress: "2001:db8::7",
  });
  const by = (name: "full" | "writer", ipAddress: string) => ({
    kind: "API_KEY",
    id: api.keys[name].id,
    name,
    ipAddress,
  });
  expect(memory.audit).toMatchObject([
    { action: "appointment.created", subjectId: id, actor: by("full", "198.51.100.9") },
    { action: "appointment.archived", subjectId: id, actor: by("writer", "2001:db8::7") },
  ]);
});

test("reads, refused requests and replays leave no audit record", async () => {
  const api = await openApi();
  const { memory } = api.ports;
  const headers = { "Idempotency-Key": "once" };
  const { id } = await (await api.book({}, { headers })).json() as { id: number };
  const path = `/api/v1/appointments/${id}`;
  await api.send("DELETE", path);
  memory.audit.splice(0);
  expect((await api.book({}, { headers })).headers.get("Idempotent-Replayed")).toBe("true");
  expect((await api.send("DELETE", path)).status).toBe(200);
  expect((await api.send("GET", path)).status).toBe(200);
  expect((await api.book({ name: "" })).status).toBe(400);
  expect((await api.send("DELETE", "/api/v1/appointments/999")).status).toBe(404);
  expect(memory.audit).toEqual([]);
});
