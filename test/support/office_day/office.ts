import { type Api, startApi } from "../api.ts";
import { type Receivers, startReceivers } from "../receivers.ts";
import { staffOf } from "../staff_callers.ts";
import { makeStaff, type Staff } from "../staff_session.ts";
import { secretsEnvironment, subscribe } from "../webhooks.ts";
import { type DayPlan, slotCapacity } from "./day_plan.ts";
import { createOfficeClock, type OfficeClock } from "./office_clock.ts";

/** An office with its departments, workers, counters and screens, and the processes that serve it. */
export interface Office extends AsyncDisposable {
  api: Api;
  clock: OfficeClock;
  plan: DayPlan;
  organizationId: number;
  /** In the order of the plan. */
  departmentIds: number[];
  /** The worker of each counter, in the order of the plan. */
  workerIds: number[];
  /** The credits before the first booking. */
  credits: number;
  apiKey: string;
  displayToken: string;
  kioskTokens: string[];
  owner: Staff;
  receivers: Receivers;
  newStaff(): Promise<Staff>;
}

const credits = 10_000;
const kiosks = 3;
const hours = [{ opens: "08:00", closes: "18:00" }];

/** Opens the office of a plan. Its day begins when its clock is started. */
export async function openOffice(
  plan: DayPlan,
  { rate, beginsAt, processes }: { rate: number; beginsAt: number; processes: number },
): Promise<Office> {
  await using opened = new AsyncDisposableStack();
  const clock = opened.use(await createOfficeClock({ rate, beginsAt }));
  const receivers = opened.use(await startReceivers(["answers"]));
  const environment = {
    ...clock.environment,
    ...receivers.environment,
    ...secretsEnvironment,
    LOG_LEVEL: "warn",
  };
  const api = opened.use(await startApi({ processes, environment }));
  const rows = await makeRows(api, plan, clock);
  const { organizationId } = rows;
  await subscribe(api.seeding, rows, {
    url: receivers.urls[0]!,
    events: ["VISIT_ARRIVED", "VISIT_CALLED", "VISIT_FINISHED"],
  });
  const owner = await makeStaff(api.seeding, organizationId, { role: "OWNER" });
  const everything = opened.move();
  return {
    api,
    clock,
    plan,
    ...rows,
    credits,
    owner,
    receivers,
    newStaff: () => makeStaff(api.seeding, organizationId, { role: "STAFF" }),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function makeRows({ seeding }: Api, plan: DayPlan, { timeZone }: OfficeClock) {
  const { application } = seeding;
  const { staff } = application;
  const { organization } = await application.createOrganization({
    name: "City Office",
    timeZone,
    credits,
    testCredits: 0,
    ownerEmail: "office@city.example",
    ownerPassword: "a password of a test",
  });
  const caller = staffOf(organization.id, { role: "OWNER", timeZone });
  const departmentIds: number[] = [];
  for (const { name, ...rules } of plan.departments) {
    const { id } = await application.createDepartment(organization.id, {
      name,
      slotInterval: 15,
      slotCapacity,
      openingHours: {
        monday: hours,
        tuesday: hours,
        wednesday: hours,
        thursday: hours,
        friday: hours,
        saturday: hours,
        sunday: hours,
      },
    });
    await staff.changeQueueRules(caller, { id, ...rules });
    departmentIds.push(id);
  }
  const workerIds: number[] = [];
  for (const { worker, departments: [own] } of plan.counters) {
    const departmentId = departmentIds[own!]!;
    workerIds.push((await staff.createWorker(caller, { departmentId, name: worker })).id);
  }
  const { token: displayToken } = await staff.createScreen(caller, {
    kind: "DISPLAY",
    name: "Hall",
  });
  const kioskTokens: string[] = [];
  for (let i = 1; i <= kiosks; i += 1) {
    const wanted = { kind: "KIOSK", name: `Entrance ${i}`, givesTickets: true };
    kioskTokens.push((await staff.createScreen(caller, wanted)).token);
  }
  const { key: apiKey } = await application.createApiKey(organization.id, {
    name: "Website",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
    rateLimitPerHour: 1_000_000,
  });
  return {
    organizationId: organization.id,
    departmentIds,
    workerIds,
    displayToken,
    kioskTokens,
    apiKey,
  };
}
