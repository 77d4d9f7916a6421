import { describe, expect, test } from "vitest";
import { errorOf, openApi } from "./support.ts";

const act = (name: string, id = 1) => `/api/v1/test/appointments/${id}/${name}`;

/** An appointment of TEST, with the events of the feed after it. */
async function openTest() {
  const api = await openApi();
  await api.book({}, { key: "test" });
  const { nextCursor } = await (await api.send("GET", "/api/v1/events", { key: "test" })).json();
  return {
    ...api,
    act: (name: string) => api.send("POST", act(name), { key: "test" }),
    events: async () => {
      const path = `/api/v1/events?after=${nextCursor}`;
      const { events } = await (await api.send("GET", path, { key: "test" })).json();
      return events.map(({ type }: { type: string }) => type);
    },
  };
}

describe("a TEST key", () => {
  test.each([
    ["complete", "COMPLETED", ["appointment.completed"]],
    ["miss", "MISSED", ["appointment.no_show"]],
    ["cancel", "CANCELLED", ["appointment.cancelled", "slot.availability_changed"]],
  ])("can %s an appointment, with the event of staff", async (name, status, events) => {
    const api = await openTest();
    const response = await api.act(name);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 1, status });
    expect(await api.events()).toEqual(events);
    const read = await api.send("GET", "/api/v1/appointments/1", { key: "test" });
    expect(await read.json()).toMatchObject({ status });
    // Audited as an act of the key.
    expect(api.ports.memory.audit.at(-1)).toMatchObject({ actor: { kind: "API_KEY" } });
  });

  test("gets the credit of a cancelled appointment back", async () => {
    const api = await openTest();
    const balance = async () =>
      (await (await api.send("GET", "/api/v1/key", { key: "test" })).json()).creditBalance;
    const before = await balance();
    await api.act("cancel");
    expect(await balance()).toBe(before + 1);
  });

  test("is refused what the status does not allow", async () => {
    const api = await openTest();
    await api.act("cancel");
    for (const name of ["complete", "miss", "cancel"]) {
      const response = await api.act(name);
      expect(response.status).toBe(409);
      expect((await errorOf(response)).code).toBe("CONFLICT");
    }
  });

  test("finds no appointment of LIVE", async () => {
    const api = await openApi();
    await api.book();
    expect((await api.send("POST", act("complete"), { key: "test" })).status).toBe(404);
  });
});

test("a LIVE key is refused, also for an unknown id, and changes nothing", async () => {
  const api = await openApi();
  await api.book();
  for (const id of [1, 99]) {
    const response = await api.send("POST", act("complete", id));
    expect(response.status).toBe(403);
    expect((await errorOf(response)).code).toBe("FORBIDDEN");
  }
  expect(await (await api.send("GET", "/api/v1/appointments/1")).json())
    .toMatchObject({ status: "SCHEDULED" });
});
