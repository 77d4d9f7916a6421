import { type AuditCase, auditCase, booked } from "./audit_case.ts";

const appointment = (subjectId: number) =>
  ({ subjectId, subjectName: "", environment: "LIVE" }) as const;

/** Changes of appointments and of credits. */
export const appointmentCases: AuditCase[] = [
  auditCase({
    useCase: "bookAppointment",
    async act({ application, organizationId, departmentId, person, actor }) {
      const { name, externalUserId } = person;
      const input = { departmentId, dateTime: "2026-03-01T11:00", name, externalUserId };
      const caller = { organizationId, environment: "TEST", actor } as const;
      const body = { ...input, "Idempotency-Key": crypto.randomUUID() };
      return (await application.bookAppointment(caller, body)).appointment;
    },
    leaves: ({ actor }, { result }) => ({
      ...appointment(result.id),
      actor,
      action: "appointment.created",
      environment: "TEST",
    }),
  }),
  auditCase({
    useCase: "archiveAppointment",
    given: booked,
    act: ({ application, organizationId, actor }, id) =>
      application.archiveAppointment({ organizationId, environment: "LIVE", actor }, id),
    leaves: ({ actor }, { given }) => ({
      ...appointment(given),
      actor,
      action: "appointment.archived",
      changes: [{ field: "archivedAt", before: null, after: "2026-03-01T13:00:00" }],
    }),
  }),
  auditCase({
    useCase: "moveAppointment",
    given: booked,
    act: ({ application, organizationId, actor }, id) => {
      const caller = { organizationId, environment: "LIVE" as const, actor, timeZone: "UTC" };
      return application.moveAppointment(caller, { id, dateTime: "2026-03-02T11:00" });
    },
    leaves: ({ actor }, { given }) => ({
      ...appointment(given),
      actor,
      action: "appointment.rescheduled",
      changes: [{
        field: "dateTime",
        before: "2026-03-01T11:00:00",
        after: "2026-03-02T11:00:00",
      }],
    }),
  }),
  auditCase({
    useCase: "editAppointment",
    given: booked,
    act: ({ application, organizationId, actor }, id) => {
      const caller = { organizationId, environment: "LIVE" as const, actor, timeZone: "UTC" };
      const change = { name: "Bob", email: "bob@example.org", metadata: { a: "b" } };
      return application.editAppointment(caller, { id, ...change });
    },
    leaves: ({ actor }, { given }) => ({
      ...appointment(given),
      actor,
      action: "appointment.updated",
      changes: [{ field: "name" }, { field: "email" }, { field: "metadata" }],
    }),
  }),
  auditCase({
    useCase: "actOnTest",
    given: (stage) => booked(stage, "TEST"),
    act: ({ application, organizationId, actor }, id) => {
      const caller = { organizationId, environment: "TEST" as const, actor, timeZone: "UTC" };
      return application.actOnTest(caller, { id, act: "complete" });
    },
    leaves: ({ actor }, { given }) => ({
      ...appointment(given),
      environment: "TEST",
      actor,
      action: "appointment.completed",
      changes: [{ field: "status", before: "SCHEDULED", after: "COMPLETED" }],
    }),
  }),
  auditCase({
    useCase: "staff.createAppointment",
    act: (stage) => booked(stage, "TEST"),
    leaves: (_, { result }) => ({
      ...appointment(result),
      action: "appointment.created",
      environment: "TEST",
    }),
  }),
  auditCase({
    useCase: "staff.updateAppointment",
    given: booked,
    act: ({ application, caller, person, workerIds }, id) =>
      application.staff.updateAppointment(caller, {
        id,
        name: `${person.name} II`,
        phone: `${person.phone} 2`,
        externalUserId: null,
        workerId: workerIds[1],
      }),
    leaves: ({ workerIds: [before, after] }, { given }) => ({
      ...appointment(given),
      action: "appointment.updated",
      changes: [
        { field: "workerId", before, after },
        { field: "name" },
        { field: "phone" },
        { field: "externalUserId" },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.updateAppointment",
    way: "for another person",
    given: booked,
    act: ({ application, caller }, id) =>
      application.staff.updateAppointment(caller, { id, name: "Bob", otherPerson: true }),
    leaves: (_, { given }) => ({
      ...appointment(given),
      action: "appointment.handed_over",
      changes: [{ field: "name" }],
    }),
  }),
  auditCase({
    useCase: "staff.rescheduleAppointment",
    given: booked,
    act: ({ application, caller }, id) =>
      application.staff.rescheduleAppointment(caller, { id, dateTime: "2026-03-03T11:30" }),
    leaves: (_, { given }) => ({
      ...appointment(given),
      action: "appointment.rescheduled",
      changes: [
        { field: "dateTime", before: "2026-03-01T11:00:00", after: "2026-03-03T11:30:00" },
      ],
    }),
  }),
  ...([
    ["cancelAppointment", "appointment.cancelled", "CANCELLED"],
    ["completeAppointment", "appointment.completed", "COMPLETED"],
    ["markMissed", "appointment.missed", "MISSED"],
  ] as const).map(([useCase, action, after]) =>
    auditCase({
      useCase: `staff.${useCase}`,
      given: booked,
      act: ({ application, caller }, id) => application.staff[useCase](caller, { id }),
      leaves: (_, { given }) => ({
        ...appointment(given),
        action,
        changes: [{ field: "status", before: "SCHEDULED", after }],
      }),
    })
  ),
  auditCase({
    useCase: "staff.revertAppointment",
    async given(stage) {
      const id = await booked(stage);
      await stage.application.staff.completeAppointment(stage.caller, { id });
      return id;
    },
    act: ({ application, caller }, id) => application.staff.revertAppointment(caller, { id }),
    leaves: (_, { given }) => ({
      ...appointment(given),
      action: "appointment.reverted",
      changes: [{ field: "status", before: "COMPLETED", after: "SCHEDULED" }],
    }),
  }),
  auditCase({
    useCase: "staff.completeAppointment",
    way: "a correction, in TEST",
    async given(stage) {
      const id = await booked(stage, "TEST");
      await stage.application.staff.markMissed(stage.caller, { id, environment: "TEST" });
      return id;
    },
    act: ({ application, caller }, id) =>
      application.staff.completeAppointment(caller, { id, environment: "TEST" }),
    leaves: (_, { given }) => ({
      ...appointment(given),
      action: "appointment.completed",
      environment: "TEST",
      changes: [{ field: "status", before: "MISSED", after: "COMPLETED" }],
    }),
  }),
  auditCase({
    useCase: "grantCredits",
    given: async ({ application, organizationId }) =>
      (await application.getBalances(organizationId)).TEST,
    act: ({ application, organizationId }) =>
      application.grantCredits(organizationId, {
        amount: 7,
        environment: "TEST",
        note: "Thanks",
      }),
    leaves: ({ organizationId }, { given: before }) => ({
      action: "credits.granted",
      subjectId: organizationId,
      subjectName: "Thanks",
      environment: "TEST",
      changes: [{ field: "balance", before, after: before + 7 }],
    }),
  }),
];
