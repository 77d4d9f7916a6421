import { type AuditCase, auditCase, booked, joined, newEmail, type Stage } from "./audit_case.ts";

const newMember = async ({ application, organizationId, password }: Stage) => {
  const wanted = { email: newEmail(), name: "Grace", role: "ADMIN", password };
  return (await application.createStaffUser(organizationId, wanted)).user.id;
};

const newToken = async ({ application, organizationId }: Stage) =>
  (await application.createReportingToken(organizationId, { name: "Metabase" })).id;

const newRole = async ({ application, organizationId }: Stage) => {
  const name = `tool_${crypto.randomUUID().replaceAll("-", "")}`;
  return await application.createReportingRole(organizationId, { name });
};

/** Makes the record of an action on a member that has no field changes. */
const onMember = (action: "staff.disabled" | "staff.enabled" | "staff.password_reset") =>
(
  _: Stage,
  { given }: { given: number },
) => ({ action, subjectId: given, subjectName: "Grace" });

/** Changes by staff of their team, organization, reporting tokens, key names and personal data. */
/** Books an appointment of a person of its own: a hold keeps the person's data from the erasures of other cases. */
async function bookedByAnother(stage: Stage): Promise<number> {
  const id = crypto.randomUUID();
  const another = { name: `Held ${id}`, phone: id, externalUserId: id };
  return await booked({ ...stage, person: another });
}

const noRules = { appointmentDays: null, eventDays: null, usageDays: null };

export const teamCases: AuditCase[] = [
  auditCase({
    useCase: "staff.inviteStaffUser",
    act: ({ application, caller }) =>
      application.staff.inviteStaffUser(caller, { email: newEmail(), name: "Emmy", role: "STAFF" }),
    leaves: (_, { result: { id } }) => ({
      action: "staff.created",
      subjectId: id,
      subjectName: "Emmy",
      changes: [{ field: "role", before: null, after: "STAFF" }],
    }),
  }),
  auditCase({
    useCase: "staff.setStaffUserRole",
    given: newMember,
    act: ({ application, caller }, id) =>
      application.staff.setStaffUserRole(caller, { id, role: "STAFF" }),
    leaves: (_, { given }) => ({
      action: "staff.role_changed",
      subjectId: given,
      subjectName: "Grace",
      changes: [{ field: "role", before: "ADMIN", after: "STAFF" }],
    }),
  }),
  auditCase({
    useCase: "staff.disableStaffUser",
    given: newMember,
    act: ({ application, caller }, id) => application.staff.disableStaffUser(caller, { id }),
    leaves: onMember("staff.disabled"),
  }),
  auditCase({
    useCase: "staff.enableStaffUser",
    given: async (stage) => {
      const id = await newMember(stage);
      await stage.application.staff.disableStaffUser(stage.caller, { id });
      return id;
    },
    act: ({ application, caller }, id) => application.staff.enableStaffUser(caller, { id }),
    leaves: onMember("staff.enabled"),
  }),
  auditCase({
    useCase: "staff.resetStaffUserPassword",
    given: newMember,
    act: ({ application, caller }, id) => application.staff.resetStaffUserPassword(caller, { id }),
    leaves: onMember("staff.password_reset"),
  }),
  auditCase({
    useCase: "staff.updateOrganization",
    given: ({ application, caller }) =>
      application.staff.updateOrganization(caller, { timeZone: "Europe/Oslo" }),
    act: ({ application, caller }) =>
      application.staff.updateOrganization(caller, { timeZone: "Europe/Paris" }),
    leaves: ({ organizationId }) => ({
      action: "organization.updated",
      subjectId: organizationId,
      subjectName: "Clinic",
      changes: [{ field: "timeZone", before: "Europe/Oslo", after: "Europe/Paris" }],
    }),
  }),
  auditCase({
    useCase: "createReportingToken",
    act: ({ application, organizationId }) =>
      application.createReportingToken(organizationId, { name: "Metabase", expiresDays: null }),
    leaves: (_, { result: { id } }) => ({
      action: "reporting_token.created",
      subjectId: id,
      subjectName: "Metabase",
      changes: [{ field: "name", before: null, after: "Metabase" }],
    }),
  }),
  auditCase({
    useCase: "staff.createReportingToken",
    act: ({ application, caller }) =>
      application.staff.createReportingToken(caller, { name: "Metabase", expiresDays: null }),
    leaves: (_, { result: { id } }) => ({
      action: "reporting_token.created",
      subjectId: id,
      subjectName: "Metabase",
      changes: [{ field: "name", before: null, after: "Metabase" }],
    }),
  }),
  auditCase({
    useCase: "revokeReportingToken",
    given: newToken,
    act: ({ application }, id) => application.revokeReportingToken(id),
    leaves: (_, { given }) => ({
      action: "reporting_token.revoked",
      subjectId: given,
      subjectName: "Metabase",
    }),
  }),
  auditCase({
    useCase: "staff.revokeReportingToken",
    given: newToken,
    act: ({ application, caller }, id) => application.staff.revokeReportingToken(caller, { id }),
    leaves: (_, { given }) => ({
      action: "reporting_token.revoked",
      subjectId: given,
      subjectName: "Metabase",
    }),
  }),
  auditCase({
    useCase: "createReportingRole",
    act: newRole,
    leaves: (_, { result: { id, name } }) => ({
      action: "reporting_role.created",
      subjectId: id,
      subjectName: name,
      changes: [{ field: "name", before: null, after: name }],
    }),
  }),
  auditCase({
    useCase: "removeReportingRole",
    given: newRole,
    act: ({ application, organizationId }, { name }) =>
      application.removeReportingRole(organizationId, { name }),
    leaves: (_, { given: { id, name } }) => ({
      action: "reporting_role.removed",
      subjectId: id,
      subjectName: name,
    }),
  }),
  auditCase({
    useCase: "staff.createScreen",
    act: ({ application, caller, departmentId }) =>
      application.staff.createScreen(caller, {
        kind: "KIOSK",
        name: "Entrance",
        departmentIds: [departmentId],
        givesTickets: true,
        takesNames: true,
        expiresDays: null,
        allowedNetworks: ["198.51.100.0/24"],
      }),
    leaves: ({ departmentId }, { result: { id } }) => ({
      action: "screen.created",
      subjectId: id,
      subjectName: "Entrance",
      changes: [
        { field: "environment", before: null, after: "LIVE" },
        { field: "kind", before: null, after: "KIOSK" },
        { field: "departmentIds", before: null, after: [departmentId] },
        { field: "givesTickets", before: null, after: true },
        { field: "takesNames", before: null, after: true },
        { field: "showsNames", before: null, after: false },
        { field: "allowedNetworks", before: null, after: ["198.51.100.0/24"] },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.revokeScreen",
    given: async ({ application, caller }) =>
      (await application.staff.createScreen(caller, { kind: "DISPLAY", name: "Entrance" })).id,
    act: ({ application, caller }, id) => application.staff.revokeScreen(caller, { id }),
    leaves: (_, { given }) => ({
      action: "screen.revoked",
      subjectId: given,
      subjectName: "Entrance",
    }),
  }),
  auditCase({
    useCase: "staff.renameApiKey",
    given: async ({ application, organizationId }) =>
      (await application.createApiKey(organizationId, {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      })).id,
    act: ({ application, caller }, id) =>
      application.staff.renameApiKey(caller, { id, name: "Kiosk" }),
    leaves: (_, { given }) => ({
      action: "api_key.renamed",
      subjectId: given,
      subjectName: "Kiosk",
      changes: [{ field: "name", before: "Website", after: "Kiosk" }],
    }),
  }),
  auditCase({
    useCase: "staff.updateApiKey",
    given: async ({ application, organizationId }) =>
      (await application.createApiKey(organizationId, {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      })).id,
    act: ({ application, caller }, id) =>
      application.staff.updateApiKey(caller, { id, name: "Kiosk", rateLimitPerHour: 5 }),
    leaves: (_, { given }) => ({
      action: "api_key.updated",
      subjectId: given,
      subjectName: "Kiosk",
      changes: [
        { field: "name", before: "Website", after: "Kiosk" },
        { field: "rateLimitPerHour", before: 1000, after: 5 },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.archiveAppointment",
    given: booked,
    act: ({ application, caller }, id) => application.staff.archiveAppointment(caller, { id }),
    leaves: (_, { given }) => ({
      action: "appointment.archived",
      subjectId: given,
      subjectName: "",
      environment: "LIVE",
      changes: [{ field: "archivedAt", before: null, after: "2026-03-01T13:00:00" }],
    }),
  }),
  auditCase({
    useCase: "staff.eraseAppointment",
    given: async (stage) => {
      const { application, organizationId, actor } = stage;
      const id = await booked(stage);
      await application.archiveAppointment({ organizationId, environment: "LIVE", actor }, id);
      return id;
    },
    act: ({ application, caller }, id) => application.staff.eraseAppointment(caller, { id }),
    leaves: (_, { given }) => ({
      action: "appointment.erased",
      subjectId: given,
      subjectName: "",
      environment: "LIVE",
      changes: [{ field: "name" }, { field: "phone" }, { field: "externalUserId" }],
    }),
  }),
  auditCase({
    useCase: "eraseAppointment",
    given: async (stage) => {
      const { application, organizationId, actor } = stage;
      const id = await booked(stage);
      await application.archiveAppointment({ organizationId, environment: "LIVE", actor }, id);
      return id;
    },
    act: ({ application, organizationId }, id) =>
      application.eraseAppointment(organizationId, { id }),
    leaves: (_, { given }) => ({
      action: "appointment.erased",
      subjectId: given,
      subjectName: "",
      environment: "LIVE",
      changes: [{ field: "name" }, { field: "phone" }, { field: "externalUserId" }],
    }),
  }),
  auditCase({
    useCase: "staff.setRetention",
    given: ({ application, caller }) => application.staff.setRetention(caller, noRules),
    act: ({ application, caller }) =>
      application.staff.setRetention(caller, { ...noRules, eventDays: 30 }),
    leaves: ({ organizationId }) => ({
      action: "organization.updated",
      subjectId: organizationId,
      subjectName: "Clinic",
      changes: [{ field: "eventDays", before: null, after: 30 }],
    }),
  }),
  auditCase({
    useCase: "staff.removeFromWaitlist",
    given: (stage) => joined(stage),
    act: ({ application, caller }, id) => application.staff.removeFromWaitlist(caller, { id }),
    leaves: ({ departmentId }, { given }) => ({
      action: "waitlist_entry.removed",
      subjectId: given,
      subjectName: "",
      environment: "LIVE",
      changes: [{ field: "departmentId", before: null, after: departmentId }],
    }),
  }),
  auditCase({
    useCase: "staff.placeLegalHold",
    given: bookedByAnother,
    act: ({ application, caller }, id) =>
      application.staff.placeLegalHold(caller, { id, reason: "Claim 7" }),
    leaves: (_, { given }) => ({
      action: "appointment.legal_hold_placed",
      subjectId: given,
      subjectName: "",
      environment: "LIVE",
    }),
  }),
  auditCase({
    useCase: "staff.liftLegalHold",
    given: async (stage) => {
      const { application, caller } = stage;
      const appointmentId = await bookedByAnother(stage);
      await application.staff.placeLegalHold(caller, { id: appointmentId, reason: "Claim 7" });
      const holds = await application.staff.listLegalHolds(caller);
      return holds.find((hold) => hold.appointmentId === appointmentId)!;
    },
    act: ({ application, caller }, { id }) => application.staff.liftLegalHold(caller, { id }),
    leaves: (_, { given: { appointmentId } }) => ({
      action: "appointment.legal_hold_lifted",
      subjectId: appointmentId,
      subjectName: "",
      environment: "LIVE",
    }),
  }),
];
