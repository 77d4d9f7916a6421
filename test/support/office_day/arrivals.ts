import { randomUUID } from "node:crypto";
import { BookingClient } from "../../../rest-adapter/client/mod.ts";
import type { Api } from "../api.ts";
import type { CalledVisit, Clerk } from "../clerk.ts";
import type { Day } from "./day.ts";
import type { Office } from "./office.ts";
import type { Visitor } from "./visitors.ts";

/** A kiosk in a browser. Returns the number that it shows for a code. */
export type KioskPage = (code: string) => Promise<number>;

const bookingsAtOnce = 8;
const repeatAfterSeconds = 60;

/** Calls the public API, each time at another process than the one that gave no answer. */
export function clientOf({ services }: Api, first: number, apiKey: string): BookingClient {
  let process = first;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { url } = services[process % services.length]!;
    return await globalThis.fetch(`${url}${pathname}${search}`, init).catch((error) => {
      process += 1;
      throw error;
    });
  };
  return new BookingClient({ apiKey, baseUrl: "http://office", fetch, maxAttempts: 10 });
}

/** Books the appointments of the plan by the public API. Returns how many there are. */
export async function bookAppointments(
  { api, apiKey, clock, departmentIds }: Office,
  visitors: readonly Visitor[],
): Promise<number> {
  const booked = visitors.filter(({ plan }) => plan.due !== null);
  const rest = booked.values();
  await Promise.all(Array.from({ length: bookingsAtOnce }, async (_, i) => {
    const client = clientOf(api, i, apiKey);
    for (const visitor of rest) {
      const { name, due } = visitor.plan;
      const time = Temporal.PlainTime.from({ hour: Math.floor(due! / 60), minute: due! % 60 });
      visitor.appointment = await client.appointments.create({
        departmentId: departmentIds[visitor.department]!,
        dateTime: `${clock.date}T${time.toString({ smallestUnit: "minute" })}`,
        name,
      });
    }
  }));
  return booked.length;
}

/** What arrivals need besides the day. */
export interface Entrance {
  reception: readonly Clerk[];
  kioskPage: KioskPage | undefined;
}

/** Has a person come at the planned time, and leave after the planned patience. */
export async function visit(day: Day, visitor: Visitor, entrance: Entrance): Promise<void> {
  const { arrives, patience, isMistake, way } = visitor.plan;
  if (arrives === null) return;
  const { clock } = day.office;
  await clock.until(arrives);
  const index = Math.floor(arrives * 7);
  const reception = entrance.reception[index % entrance.reception.length]!;
  day.visitors.arrived(visitor, await arrive(day, visitor, { ...entrance, reception, index, way }));
  if (isMistake) return await endAt(reception, visitor, { procedure: "cancel", end: "CANCELLED" });
  if (patience === null) return;
  await clock.until(arrives + patience);
  await endAt(reception, visitor, { procedure: "leave", end: "LEFT" });
}

async function arrive(
  { office }: Day,
  { plan, appointment, department }: Visitor,
  { reception, kioskPage, index, way }: {
    reception: Clerk;
    kioskPage: KioskPage | undefined;
    index: number;
    way: Visitor["plan"]["way"];
  },
): Promise<number> {
  const { priority } = plan;
  const departmentId = office.departmentIds[department]!;
  const atDesk = async (input: object) =>
    (await reception("arrive", { ...input, priority }))!.number;
  switch (way) {
    case "DESK_CODE":
      return await atDesk({ qrCode: appointment!.qrCode });
    case "DESK_ID":
      return await atDesk({ appointmentId: appointment!.id });
    case "DESK_WALK_IN":
      return await atDesk({ departmentId });
    case "KIOSK_TICKET":
      // A kiosk that has given as many numbers as it may sends the person to the reception.
      return await atKiosk(office, index, "tickets", { departmentId, attempt: randomUUID() }) ??
        await atDesk({ departmentId });
    case "KIOSK_PAGE":
    case "KIOSK":
      if (way === "KIOSK_PAGE" && kioskPage) return await kioskPage(appointment!.qrCode);
      return (await atKiosk(office, index, "arrivals", { code: appointment!.qrCode }))!;
  }
}

/** Sends an arrival as a kiosk does, again until it is answered. Returns no number if the kiosk is full. */
async function atKiosk(
  office: Office,
  index: number,
  path: string,
  input: object,
): Promise<number | undefined> {
  const { api, kioskTokens } = office;
  const token = kioskTokens[index % kioskTokens.length]!;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = JSON.stringify(input);
  for (let attempt = index;; attempt += 1) {
    const { url } = api.services[attempt % api.services.length]!;
    const response = await fetch(`${url}/screens/kiosk/${path}`, { method: "POST", headers, body })
      .catch(() => undefined);
    if (!response || response.status === 503) {
      await office.clock.pause(repeatAfterSeconds);
      continue;
    }
    const text = await response.text().catch(() => undefined);
    if (text === undefined) continue;
    const answer = JSON.parse(text) as { answer?: string; number: number };
    if (answer.answer === "ARRIVED") return answer.number;
    if (path === "tickets" && answer.answer === "FULL") return undefined;
    throw new Error(`The kiosk answered ${response.status} ${text}`);
  }
}

/** The reception ends a visit of a person who waits, unless a counter was faster. */
async function endAt(
  reception: Clerk,
  visitor: Visitor,
  { procedure, end }: { procedure: "cancel" | "leave"; end: "CANCELLED" | "LEFT" },
): Promise<void> {
  if (visitor.hasEnded) return;
  const queue = await reception<{ waiting: CalledVisit[] }>("queue", {});
  const found = queue!.waiting.find(({ number }) => number === visitor.number);
  if (!found) return;
  if (await reception(procedure, { id: found.id })) visitor.end(end);
}
