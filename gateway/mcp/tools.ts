import { z } from "zod";
import type { BookingClient } from "../../rest-adapter/client/mod.ts";
import { bookOnce } from "./book_once.ts";

/** A tool that a model can call. It refuses arguments that it does not have: a misspelled `holdId` would be lost. */
interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject<z.ZodRawShape, z.core.$strict>;
  /** "reads" changes nothing; "adds" makes something new each time; "removes" cannot be undone. */
  effect: "reads" | "adds" | "changes" | "removes";
  run(client: BookingClient, input: never): Promise<object>;
}

const id = (of: string) => z.int().min(1).describe(`Id of the ${of}`);
const date = (of: string) => z.iso.date().describe(`${of}, such as 2027-03-05`);
const dateTime = z.string().describe("Local time, such as 2027-03-05T14:30:00");
const workerId = id("worker; required if the department is booked by worker").optional();
const holdId = id("hold from hold_place whose place it takes").optional();
const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/).optional().describe(
  "A text of your own for this request. Give the same one if you repeat it: then it is carried out once",
);
const appointment = z.strictObject({ id: id("appointment") });
const contact = {
  phone: z.string().nullable().optional().describe("Phone number of the person"),
  email: z.string().nullable().optional().describe("E-mail address of the person"),
  locale: z.string().nullable().optional().describe("Language of the person, such as de-AT"),
  metadata: z.record(z.string(), z.string()).nullable().optional()
    .describe("Texts of your own by their keys; they replace all that are stored"),
};

/** Makes a tool. Its input has the type of its schema. */
function tool<S extends Tool["input"]>(
  one: Omit<Tool, "input" | "run"> & {
    input: S;
    run(client: BookingClient, input: z.output<S>): Promise<object>;
  },
): Tool {
  return one as Tool;
}

/** Every tool, in the order in which a model reads them. */
export const tools: readonly Tool[] = [
  tool({
    name: "get_organization",
    title: "Get the organization",
    description:
      "Returns the organization, its time zone, its present local time, and what belongs to the API key: the environment " +
      "(LIVE, or TEST for trials), the credits and the requests that are left, and the scopes. Call it before you work " +
      "with dates such as today or tomorrow.",
    input: z.strictObject({}),
    effect: "reads",
    run: async (client) => {
      const { organization: { name, timeZone }, ...key } = await client.key();
      const { environment, creditBalance, scopes, rateLimit } = key;
      const now = Temporal.Now.plainDateTimeISO(timeZone);
      const localTime = now.toString({ smallestUnit: "second" });
      return { name, timeZone, localTime, environment, creditBalance, scopes, rateLimit };
    },
  }),
  tool({
    name: "list_departments",
    title: "List departments",
    description: "Lists the departments that can be booked, with their ids and opening hours.",
    input: z.strictObject({}),
    effect: "reads",
    run: async (client) => ({ departments: await client.departments.list() }),
  }),
  tool({
    name: "list_workers",
    title: "List workers",
    description:
      "Lists the workers of a department with their ids. Some departments need a workerId to book; the others take one.",
    input: z.strictObject({ departmentId: id("department") }),
    effect: "reads",
    run: async (client, { departmentId }) => ({
      workers: await client.departments.workers(departmentId),
    }),
  }),
  tool({
    name: "find_slots",
    title: "Find the first free slots",
    description:
      "Finds the first free slots of one or more departments within 31 days, the earliest first, with the workers who " +
      "can take them. If workerIds is not empty, book with one of them as workerId.",
    input: z.strictObject({
      departmentIds: z.array(id("department")).min(1).max(20),
      from: z.string().optional().describe(
        "From this local date or time on, such as 2027-03-05T14:30:00; from now on if left out",
      ),
      limit: z.int().min(1).max(100).default(10).describe("The maximum number of slots"),
    }),
    effect: "reads",
    run: async (client, query) => ({ slots: await client.slots.find(query) }),
  }),
  tool({
    name: "list_slots",
    title: "List slots",
    description:
      "Lists the free slots of a department from one date to another, both included, at most 31 days. " +
      "With onlyAvailable false also the others, with the reason why they cannot be booked.",
    input: z.strictObject({
      departmentId: id("department"),
      startDate: date("The first date"),
      endDate: date("The last date"),
      workerId: id("worker: only what this worker can take").optional(),
      onlyAvailable: z.boolean().default(true),
    }),
    effect: "reads",
    run: async (client, { departmentId, ...query }) => ({
      slots: await client.departments.slots(departmentId, query),
    }),
  }),
  tool({
    name: "find_appointments",
    title: "Find appointments",
    description:
      "Lists appointments that match all given filters. If nextCursor is not null there are more: call it again with it " +
      "as after, and the same filters. Archived ones are left out.",
    input: z.strictObject({
      status: z.enum(["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"]).optional(),
      departmentId: id("department").optional(),
      externalUserId: z.string().optional().describe("Your own id of the person"),
      startDate: z.string().optional().describe("From this local date or time on"),
      endDate: z.string().optional().describe("Up to this local date or time"),
      after: z.string().default("").describe("nextCursor of the answer before; empty to begin"),
      size: z.int().min(1).max(100).default(20).describe("Appointments on a page"),
    }),
    effect: "reads",
    run: (client, query) => client.appointments.list({ ...query, sort: "dateTime,asc" }),
  }),
  tool({
    name: "get_appointment",
    title: "Get an appointment",
    description:
      "Returns one appointment with the contact and the metadata, also if it is archived.",
    input: appointment,
    effect: "reads",
    run: (client, { id }) => client.appointments.get(id, { include: "contact,metadata" }),
  }),
  tool({
    name: "hold_place",
    title: "Hold a place",
    description:
      "Keeps a place of a slot free for the user for some minutes, at no cost, while they decide. " +
      "Book it with its id as holdId, or end it with release_hold.",
    input: z.strictObject({
      departmentId: id("department"),
      dateTime,
      workerId,
      seconds: z.int().min(30).max(900).optional().describe("For how long; 300 if left out"),
      idempotencyKey,
    }),
    effect: "adds",
    run: (client, { idempotencyKey, ...body }) => client.holds.create(body, keyed(idempotencyKey)),
  }),
  tool({
    name: "release_hold",
    title: "Release a hold",
    description: "Ends a hold that the user does not need any more.",
    input: z.strictObject({ id: id("hold") }),
    effect: "changes",
    run: async (client, input) => {
      if (await client.holds.release(input.id)) return { released: true };
      return { released: false, reason: "No hold has this id: it has ended, or was used or wrong" };
    },
  }),
  tool({
    name: "join_waitlist",
    title: "Join the waiting list",
    description:
      "Lets the user wait for a place if no free slot suits them. If a place is free already, the answer has an offer: " +
      "book it with its holdId. Else the application hears of an offer later. It costs nothing.",
    input: z.strictObject({
      departmentId: id("department"),
      workerId,
      fromDate: z.string().describe("The first wanted local date, such as 2030-03-04"),
      toDate: z.string().describe("The last wanted local date, at most 92 days later"),
      fromTime: z.string().optional().describe(
        "The slot begins at this local time or later, HH:mm",
      ),
      toTime: z.string().optional().describe("The slot ends at this local time or earlier, HH:mm"),
      weekdays: z.array(z.int().min(1).max(7)).optional().describe("1 for Monday; all if left out"),
      externalUserId: z.string().optional().describe("Your own id of the person"),
      idempotencyKey,
    }),
    effect: "adds",
    run: (client, { idempotencyKey, ...body }) => client.waitlist.join(body, keyed(idempotencyKey)),
  }),
  tool({
    name: "book_appointment",
    title: "Book an appointment",
    description:
      "Books an appointment. It costs the organization one credit. It is refused if the person has an appointment at this " +
      "time in the department already, unless isAnother is true or idempotencyKey is given.",
    input: z.strictObject({
      departmentId: id("department"),
      dateTime,
      name: z.string().describe("Name of the person the appointment is for"),
      workerId,
      externalUserId: z.string().optional().describe("Your own id of the person"),
      ...contact,
      holdId,
      idempotencyKey,
      isAnother: z.boolean().default(false).describe(
        "True if the user wants a further appointment for the same name, department and time",
      ),
    }),
    effect: "adds",
    run: (client, { idempotencyKey, isAnother, ...body }) =>
      isAnother || idempotencyKey !== undefined
        ? client.appointments.create(body, keyed(idempotencyKey))
        : bookOnce(client, body),
  }),
  tool({
    name: "move_appointment",
    title: "Move an appointment",
    description:
      "Moves a SCHEDULED appointment to another time, department or worker. It costs nothing.",
    input: appointment.extend({
      dateTime,
      departmentId: id("new department; the present one if left out").optional(),
      workerId: id("new worker; the present one if left out and the department stays").optional(),
      holdId,
      idempotencyKey,
    }),
    effect: "changes",
    run: (client, { id, idempotencyKey, ...body }) =>
      client.appointments.reschedule(id, body, keyed(idempotencyKey)),
  }),
  tool({
    name: "update_appointment",
    title: "Change the person of an appointment",
    description:
      "Changes the given fields of a SCHEDULED appointment; null clears a field. Use move_appointment for its time and place.",
    input: appointment.extend({
      name: z.string().optional().describe("Name of the person"),
      externalUserId: z.string().nullable().optional().describe("Your own id of the person"),
      ...contact,
    }),
    effect: "changes",
    run: (client, { id, ...body }) => client.appointments.update(id, body),
  }),
  tool({
    name: "archive_appointment",
    title: "Cancel an appointment",
    description:
      "Cancels (archives) an appointment. It cannot be undone, and the credit is not refunded.",
    input: appointment.extend({
      reason: z.string().optional().describe("Why it is cancelled"),
    }),
    effect: "removes",
    run: async (client, { id, reason }) => {
      await client.appointments.cancel(id, { reason });
      return { archived: true };
    },
  }),
];

function keyed(idempotencyKey: string | undefined): { idempotencyKey?: string } {
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}
