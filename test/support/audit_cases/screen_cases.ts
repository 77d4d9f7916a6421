import type { FieldChange } from "../../../core/audit/audit_record.ts";
import type { KioskAnswer } from "../../../core/mod.ts";
import { type AuditCase, auditCase, type Left, type Stage } from "./audit_case.ts";

const ipAddress = "198.51.100.9";

/** Makes a kiosk that gives tickets. */
async function newKiosk({ application, caller }: Stage) {
  const wanted = { kind: "KIOSK", name: "Entrance", givesTickets: true };
  const { token } = await application.staff.createScreen(caller, wanted);
  return await application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
}

/** Returns the visit of an answer: a kiosk does not learn its id. */
async function visitOf({ application, caller }: Stage, said: KioskAnswer) {
  const { waiting } = await application.staff.getQueue(caller, {});
  return waiting.find(({ ticket }) => said.answer === "ARRIVED" && ticket === said.ticket)!;
}

/** Makes the record of an arrival. The actor is the kiosk. */
function arrived(
  { departmentId }: Stage,
  { screenId, name, visit }: {
    screenId: number;
    name: string;
    visit: Awaited<ReturnType<typeof visitOf>>;
  },
): Left {
  const field = (name: string, after: unknown): FieldChange => ({
    field: name,
    before: null,
    after,
  });
  return {
    action: "visit.arrived",
    subjectId: visit.id,
    subjectName: String(visit.number),
    environment: "LIVE",
    actor: { kind: "SCREEN", id: screenId, name, ipAddress },
    changes: [
      field("departmentId", departmentId),
      ...(visit.appointment
        ? [
          field("appointmentId", visit.appointment.id),
          field("appointmentTime", visit.appointment.dateTime),
        ]
        : []),
      field("state", "WAITING"),
      field("arrivedAt", visit.arrivedAt),
    ],
  };
}

const seen = "2026-03-04T11:00:00";

/** Books an appointment that its person may cancel and move. Returns its id and the token of its link. */
async function linked({ application, caller, organizationId, departmentId }: Stage) {
  const { staff } = application;
  const { departments: [queue] } = await staff.getQueue(caller, { departmentIds: [departmentId] });
  const { version } = queue!.rules;
  await staff.changeQueueRules(caller, { id: departmentId, version, personLink: "MOVE" });
  const booking = { departmentId, dateTime: seen, name: "Xanthippe" };
  const { id } = await staff.createAppointment(caller, booking);
  const reader = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
  const { manageUrl } = await application.getAppointment(reader, id, { include: "manageUrl" });
  return { id, token: manageUrl!.split("/").at(-1)! };
}

const byPerson = {
  subjectName: "",
  environment: "LIVE",
  actor: { kind: "PERSON", id: null, name: "Person", ipAddress: null },
} as const;

/** What people do at a kiosk or by a link, which nobody has signed in to. */
export const screenCases: AuditCase[] = [
  auditCase({
    useCase: "cancelOwnAppointment",
    given: linked,
    act: ({ application }, { token }) =>
      application.cancelOwnAppointment(token, { input: { from: seen }, ipAddress }),
    leaves: (_, { given }) => ({
      ...byPerson,
      action: "appointment.cancelled",
      subjectId: given.id,
      changes: [{ field: "status", before: "SCHEDULED", after: "CANCELLED" }],
    }),
  }),
  auditCase({
    useCase: "moveOwnAppointment",
    given: linked,
    act({ application }, { token }) {
      const input = { from: seen, dateTime: "2026-03-05T11:00" };
      return application.moveOwnAppointment(token, { input, ipAddress });
    },
    leaves: (_, { given }) => ({
      ...byPerson,
      action: "appointment.rescheduled",
      subjectId: given.id,
      changes: [{ field: "dateTime", before: seen, after: "2026-03-05T11:00:00" }],
    }),
  }),
  auditCase({
    useCase: "takeTicket",
    given: newKiosk,
    async act(stage, kiosk) {
      const input = { departmentId: stage.departmentId };
      const said = await stage.application.takeTicket(kiosk, { input, ipAddress });
      return await visitOf(stage, said);
    },
    leaves: (stage, { given, result: visit }) => arrived(stage, { ...given, visit }),
  }),
  auditCase({
    useCase: "staff.endWaitingOfKiosk",
    async given(stage) {
      const kiosk = await newKiosk(stage);
      const input = { departmentId: stage.departmentId };
      const visit = await visitOf(
        stage,
        await stage.application.takeTicket(kiosk, { input, ipAddress }),
      );
      return { id: kiosk.screenId, visit };
    },
    act: ({ application, caller }, { id }) => application.staff.endWaitingOfKiosk(caller, { id }),
    leaves: (_, { given: { visit } }) => ({
      action: "visit.finished",
      subjectId: visit.id,
      subjectName: String(visit.number),
      environment: "LIVE",
      changes: [
        { field: "state", before: "WAITING", after: "ENDED" },
        { field: "outcome", before: null, after: "CANCELLED" },
      ],
    }),
  }),
  auditCase({
    useCase: "arriveAtKiosk",
    async given(stage) {
      const { application, caller, departmentId, person } = stage;
      const today = application.now().toZonedDateTimeISO("Europe/Oslo").toPlainDate();
      const dateTime = `${today}T23:30`;
      const request = { departmentId, dateTime, ...person };
      const { qrCode } = await application.staff.createAppointment(caller, request);
      return { ...await newKiosk(stage), code: qrCode };
    },
    async act(stage, { code, ...kiosk }) {
      const said = await stage.application.arriveAtKiosk(kiosk, { input: { code }, ipAddress });
      return await visitOf(stage, said);
    },
    leaves: (stage, { given, result: visit }) => arrived(stage, { ...given, visit }),
  }),
];
