import { booked, type Deed, deed, newEmail, type Stage } from "./deed.ts";

const newMember = async ({ application, organizationId, password }: Stage) => {
  const wanted = { email: newEmail(), name: "Grace", role: "ADMIN", password };
  return (await application.createStaffUser(organizationId, wanted)).user.id;
};

const newToken = async ({ application, organizationId }: Stage) =>
  (await application.createReportingToken(organizationId, { name: "Metabase" })).reportingToken.id;

/** A member's role and whether it is disabled need no more words than the action. */
const onMember = (action: "staff.disabled" | "staff.enabled" | "staff.password_reset") =>
(
  _: Stage,
  { given }: { given: number },
) => ({ action, subjectId: given, subjectName: "Grace" });

/** What staff do to their team, their organization, tokens, a key's name and a person's data. */
export const teamDeeds: Deed[] = [
  deed({
    useCase: "staff.inviteStaff",
    act: ({ application, caller }) =>
      application.staff.inviteStaff(caller, { email: newEmail(), name: "Emmy", role: "STAFF" }),
    leaves: (_, { result: { id } }) => ({
      action: "staff.created",
      subjectId: id,
      subjectName: "Emmy",
      changes: [{ field: "role", before: null, after: "STAFF" }],
    }),
  }),
  deed({
    useCase: "staff.setStaffRole",
    given: newMember,
    act: ({ application, caller }, id) =>
      application.staff.setStaffRole(caller, { id, role: "STAFF" }),
    leaves: (_, { given }) => ({
      action: "staff.role_changed",
      subjectId: given,
      subjectName: "Grace",
      changes: [{ field: "role", before: "ADMIN", after: "STAFF" }],
    }),
  }),
  deed({
    useCase: "staff.disableStaff",
    given: newMember,
    act: ({ application, caller }, id) => application.staff.disableStaff(caller, { id }),
    leaves: onMember("staff.disabled"),
  }),
  deed({
    useCase: "staff.enableStaff",
    given: async (stage) => {
      const id = await newMember(stage);
      await stage.application.staff.disableStaff(stage.caller, { id });
      return id;
    },
    act: ({ application, caller }, id) => application.staff.enableStaff(caller, { id }),
    leaves: onMember("staff.enabled"),
  }),
  deed({
    useCase: "staff.resetStaffPassword",
    given: newMember,
    act: ({ application, caller }, id) => application.staff.resetStaffPassword(caller, { id }),
    leaves: onMember("staff.password_reset"),
  }),
  deed({
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
  deed({
    useCase: "createReportingToken",
    act: ({ application, organizationId }) =>
      application.createReportingToken(organizationId, { name: "Metabase" }),
    leaves: (_, { result: { reportingToken } }) => ({
      action: "reporting_token.created",
      subjectId: reportingToken.id,
      subjectName: "Metabase",
      actor: { kind: "OPERATOR", id: null, name: "Operator", ipAddress: null },
      changes: [{ field: "name", before: null, after: "Metabase" }],
    }),
  }),
  deed({
    useCase: "staff.createReportingToken",
    act: ({ application, caller }) =>
      application.staff.createReportingToken(caller, { name: "Metabase" }),
    leaves: (_, { result: { id } }) => ({
      action: "reporting_token.created",
      subjectId: id,
      subjectName: "Metabase",
      changes: [{ field: "name", before: null, after: "Metabase" }],
    }),
  }),
  deed({
    useCase: "revokeReportingToken",
    given: newToken,
    act: ({ application }, id) => application.revokeReportingToken(id),
    leaves: (_, { given }) => ({
      action: "reporting_token.revoked",
      subjectId: given,
      subjectName: "Metabase",
      actor: { kind: "OPERATOR", id: null, name: "Operator", ipAddress: null },
    }),
  }),
  deed({
    useCase: "staff.revokeReportingToken",
    given: newToken,
    act: ({ application, caller }, id) => application.staff.revokeReportingToken(caller, { id }),
    leaves: (_, { given }) => ({
      action: "reporting_token.revoked",
      subjectId: given,
      subjectName: "Metabase",
    }),
  }),
  deed({
    useCase: "staff.renameApiKey",
    given: async ({ application, organizationId }) =>
      (await application.createApiKey(organizationId, {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      })).apiKey.id,
    act: ({ application, caller }, id) =>
      application.staff.renameApiKey(caller, { id, name: "Kiosk" }),
    leaves: (_, { given }) => ({
      action: "api_key.renamed",
      subjectId: given,
      subjectName: "Kiosk",
      changes: [{ field: "name", before: "Website", after: "Kiosk" }],
    }),
  }),
  deed({
    useCase: "staff.eraseAppointment",
    given: async (stage) => {
      const { application, organizationId } = stage;
      const id = await booked(stage);
      await application.archiveAppointment({ organizationId, environment: "LIVE" }, id);
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
];
