import { createTRPCClient, httpLink } from "@trpc/client";
import type { AppRouter } from "../../gateway/trpc/mod.ts";

const people = [
  "Ada Lovelace",
  "Wilhelmina Featherstonehaugh-Cholmondeley von und zu Hohenlohe",
  "Ng Ô",
  "Ibn al-Haytham",
  "Sofja Wassiljewna Kowalewskaja",
  "王小明",
  "Rosalind Franklin",
  "Jean-Baptiste Grenouille",
];
const times = ["08:00", "08:30", "09:00", "09:10", "10:00", "11:30", "14:00", "16:00", "18:30"];

/**
 * Adds data as if the organization had worked for a while: appointments of every status on one day, a team, keys,
 * calls, tokens, visits, and webhooks of which one fails. Uses only the API and the procedures.
 */
export async function addActivity(
  { url, owner, receiverUrl }: {
    url: string;
    owner: { email: string; password: string };
    receiverUrl: string;
  },
): Promise<{ date: string }> {
  const client = await signedIn(url, owner);
  const { items: departments } = await client.departments.list.query();
  const { organization } = await client.session.current.query();
  const today = Temporal.Now.plainDateISO(organization.timeZone);
  for (const [i, name] of ["Marie Curie", "Tim Berners-Lee"].entries()) {
    const email = `${crypto.randomUUID()}@a-rather-long-domain.example`;
    await client.staff.invite.mutate({ email, name, role: i === 0 ? "ADMIN" : "STAFF" });
  }
  const event = ["APPOINTMENT_CREATED"] as const;
  const webhook = await client.webhooks.create.mutate({ url: receiverUrl, events: [...event] });
  await client.webhooks.create.mutate({
    url: `${receiverUrl}/that/has/a/rather/long/path?which=${"x".repeat(90)}`,
    events: [...event],
    includeTest: true,
  });
  await client.webhooks.test.mutate({ id: webhook.id });
  await client.reportingTokens.create.mutate({ name: "Metabase", expiresDays: 365 });
  const { key } = await client.apiKeys.create.mutate({
    name: "Website and the booking kiosk in the entrance hall",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
  });
  const call = (path: string, body?: object) =>
    fetch(`${url}/api/v1${path}`, {
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  const ids: number[] = [];
  for (const [i, time] of times.entries()) {
    const request = {
      departmentId: departments[0]!.id,
      dateTime: `${today.toString()}T${time}`,
      name: people[i % people.length]!,
      phone: `+49 30 5550 ${100 + i}`,
      ...(i % 2 === 0 && { externalUserId: `customer-${i}` }),
    };
    if (i % 3 === 0) await call("/appointments", request);
    else ids.push((await client.appointments.create.mutate(request)).id);
  }
  await client.appointments.complete.mutate({ id: ids[0]! });
  await client.appointments.markMissed.mutate({ id: ids[1]! });
  await client.appointments.cancel.mutate({ id: ids[2]! });
  await addPeopleHere(client, {
    departmentId: departments[0]!.id,
    appointmentIds: ids.slice(3, 6),
  });
  await addWorkers(client, { departmentId: departments[0]!.id, date: today.toString() });
  for (const outcome of ["finish", "leave", "none"] as const) {
    const { id } = await client.visits.arrive.mutate({ departmentId: departments[0]!.id });
    if (outcome === "none") continue;
    await client.visits.callVisit.mutate({ id, desk: "Room 1024" });
    await client.visits[outcome].mutate({ id });
  }
  await call("/departments");
  await call("/appointments/999999");
  await call("/appointments", { name: "" });
  return { date: today.toString() };
}

type Client = Awaited<ReturnType<typeof signedIn>>;

/** Lets the people of three appointments arrive: one waits over the goal, one is called, and one is served. */
async function addPeopleHere(
  { visits }: Client,
  { departmentId, appointmentIds: [waiting, called, served] }: {
    departmentId: number;
    appointmentIds: readonly number[];
  },
): Promise<void> {
  await visits.changeQueueRules.mutate({ id: departmentId, goalMinutes: 1, priorities: ["Child"] });
  const arrive = async (appointmentId: number | undefined) =>
    (await visits.arrive.mutate({
      appointmentId: appointmentId!,
      note: "Needs the lift, and an interpreter for sign language",
    })).id;
  await arrive(waiting);
  await visits.callVisit.mutate({ id: await arrive(called), desk: "Besprechungszimmer 1" });
  const id = await arrive(served);
  await visits.callVisit.mutate({ id, desk: "3" });
  await visits.startService.mutate({ id });
}

/** Adds 40 workers, of whom one is away today. */
async function addWorkers(
  { workers }: Client,
  { departmentId, date }: { departmentId: number; date: string },
): Promise<void> {
  const ids = await Promise.all(Array.from({ length: 40 }, async (_, i) => {
    const name = `${people[i % people.length]!} ${i}`;
    return (await workers.create.mutate({ departmentId, name })).id;
  }));
  const away = { id: ids[0]!, from: date, to: date, reason: "Training in another town" };
  await workers.addAbsence.mutate(away);
}

/** Signs in and returns a client of the procedures. */
export async function signedIn(url: string, owner: { email: string; password: string }) {
  const response = await fetch(`${url}/trpc/session.signIn`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(owner),
  });
  if (!response.ok) throw new Error(`Cannot sign in: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/trpc`, headers: { Cookie: cookie } })],
  });
}
