import { expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { openApi, refusalOf } from "./support.ts";

async function openOffice() {
  const api = await openApi();
  const read = async (path: string, key: "reader" | "test" = "reader") =>
    await api.send("GET", `/api/v1${path}`, { key });
  return { ...api, read, staff: staffOf(api.organizationId, { timeZone: "Europe/Oslo" }) };
}

test("a visit is answered as its last event shows it, at each step", async () => {
  const { application, arrive, dental, read, staff } = await openOffice();
  const { id } = await arrive();
  const isAsItsEvent = async () => {
    const { events } = await (await read("/events?types=visit.arrived,visit.called,visit.finished"))
      .json();
    expect(await (await read(`/visits/${id}`)).json()).toEqual(events.at(-1).data.object);
  };
  await isAsItsEvent();
  await application.staff.callNext(staff, { departmentIds: [dental.id], desk: "4" });
  await isAsItsEvent();
  await application.staff.startService(staff, { id });
  expect(await (await read(`/visits/${id}`)).json()).toMatchObject({
    state: "IN_SERVICE",
    desk: "4",
  });
  await application.staff.finishVisit(staff, { id });
  await isAsItsEvent();
});

test("a visit has neither a ticket nor a note, a priority or a name", async () => {
  const { application, arrive, read, staff } = await openOffice();
  const { id, ticket } = await arrive();
  await application.staff.updateVisit(staff, { id, note: "in a wheelchair" });
  const text = await (await read(`/visits/${id}`)).text();
  expect(text).not.toContain(ticket);
  expect(Object.keys(JSON.parse(text))).toEqual([
    "id",
    "departmentId",
    "number",
    "part",
    "appointmentId",
    "state",
    "outcome",
    "desk",
    "workerId",
    "arrivedAt",
    "calledAt",
    "startedAt",
    "endedAt",
  ]);
});

test("an appointment lists its visits, the first arrival first, and no others", async () => {
  const { application, arrive, book, read, staff } = await openOffice();
  const { id } = await (await book({ dateTime: "2026-03-01T10:00" })).json();
  expect(await (await read(`/appointments/${id}/visits`)).json()).toEqual({ visits: [] });
  await arrive();
  const first = await arrive({ appointmentId: id });
  await application.staff.leaveVisit(staff, { id: first.id });
  const second = await arrive({ appointmentId: id });
  const { visits } = await (await read(`/appointments/${id}/visits`)).json();
  expect(visits).toEqual([
    expect.objectContaining({ id: first.id, appointmentId: id, state: "ENDED", outcome: "LEFT" }),
    await (await read(`/visits/${second.id}`)).json(),
  ]);
});

test("an unknown visit or appointment, and one of the other environment, are 404", async () => {
  const { arrive, book, read } = await openOffice();
  const { id } = await (await book()).json();
  const visit = await arrive();
  const unknownVisit = { status: 404, code: "VISIT_NOT_FOUND" };
  expect(await refusalOf(await read("/visits/999"))).toEqual(unknownVisit);
  expect(await refusalOf(await read("/visits/x"))).toEqual(unknownVisit);
  expect(await refusalOf(await read(`/visits/${visit.id}`, "test"))).toEqual(unknownVisit);
  const unknown = { status: 404, code: "APPOINTMENT_NOT_FOUND" };
  expect(await refusalOf(await read("/appointments/999/visits"))).toEqual(unknown);
  expect(await refusalOf(await read(`/appointments/${id}/visits`, "test"))).toEqual(unknown);
});
