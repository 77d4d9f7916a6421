import type { StaffCaller } from "../../../core/mod.ts";
import { type AuditCase, auditCase, type Left, newEmail, type Stage } from "./audit_case.ts";

const wantedKey = { name: "Website", environment: "TEST", scopes: ["READ_APPOINTMENTS"] };

const settingsOfKey = [
  { field: "environment", before: null, after: "TEST" },
  { field: "scopes", before: null, after: ["READ_APPOINTMENTS"] },
  { field: "rateLimitPerHour", before: null, after: 1000 },
];

const newKey = async ({ application, organizationId }: Stage) =>
  (await application.createApiKey(organizationId, wantedKey)).id;

const newUser = async ({ application, organizationId, password }: Stage) => {
  const wanted = { email: newEmail(), name: "Grace", role: "ADMIN", password };
  return (await application.createStaffUser(organizationId, wanted)).user;
};

const newOrganization = async ({ application, password }: Stage) => {
  const wanted = { name: "Old Town Hall", ownerEmail: newEmail(), ownerPassword: password };
  return (await application.createOrganization(wanted)).organization.id;
};

const closedOrganization = async (stage: Stage) => {
  const id = await newOrganization(stage);
  await stage.application.closeOrganization(id);
  return id;
};

const ipAddress = "203.0.113.80";

const signInAs = async (
  { application, password }: Stage,
  { email }: { email: string },
): Promise<StaffCaller> => (await application.signIn({ ipAddress }, { email, password })).caller;

const signedIn = async (stage: Stage) => await signInAs(stage, await newUser(stage));

const sessionsEnded = ({ staffUserId: id, actor }: StaffCaller, after: number): Left => ({
  actor,
  action: "staff.sessions_ended",
  subjectId: id,
  subjectName: "Grace",
  changes: [{ field: "sessions", before: null, after }],
});

/** Changes of API keys, staff users, sessions and organizations. */
export const accessCases: AuditCase[] = [
  auditCase({
    useCase: "createApiKey",
    act: ({ application, organizationId }) => application.createApiKey(organizationId, wantedKey),
    leaves: (_, { result: { id } }) => ({
      action: "api_key.created",
      subjectId: id,
      subjectName: "Website",
      changes: settingsOfKey,
    }),
  }),
  auditCase({
    useCase: "staff.createApiKey",
    act: ({ application, caller }) => application.staff.createApiKey(caller, wantedKey),
    leaves: (_, { result: { id } }) => ({
      action: "api_key.created",
      subjectId: id,
      subjectName: "Website",
      changes: settingsOfKey,
    }),
  }),
  auditCase({
    useCase: "revokeApiKey",
    given: newKey,
    act: ({ application }, id) => application.revokeApiKey({ id }),
    leaves: (_, { given }) => ({
      action: "api_key.revoked",
      subjectId: given,
      subjectName: "Website",
    }),
  }),
  auditCase({
    useCase: "staff.revokeApiKey",
    given: newKey,
    act: ({ application, caller }, id) => application.staff.revokeApiKey(caller, { id }),
    leaves: (_, { given }) => ({
      action: "api_key.revoked",
      subjectId: given,
      subjectName: "Website",
    }),
  }),
  auditCase({
    useCase: "staff.rotateApiKey",
    given: newKey,
    act: ({ application, caller }, id) => application.staff.rotateApiKey(caller, { id }),
    leaves: (_, { given: before, result: { id: after } }) => ({
      action: "api_key.rotated",
      subjectId: after,
      subjectName: "Website",
      changes: [{ field: "replaces", before, after }],
    }),
  }),
  auditCase({
    useCase: "createStaffUser",
    act: ({ application, organizationId, password }) => {
      const wanted = { email: newEmail(), name: "Emmy", role: "STAFF", password };
      return application.createStaffUser(organizationId, wanted);
    },
    leaves: (_, { result: { user } }) => ({
      action: "staff.created",
      subjectId: user.id,
      subjectName: "Emmy",
      changes: [{ field: "role", before: null, after: "STAFF" }],
    }),
  }),
  auditCase({
    useCase: "disableStaffUser",
    given: newUser,
    act: ({ application }, { email }) => application.disableStaffUser(email),
    leaves: (_, { given }) => ({
      action: "staff.disabled",
      subjectId: given.id,
      subjectName: "Grace",
    }),
  }),
  auditCase({
    useCase: "resetPassword",
    given: newUser,
    act: ({ application }, { email }) => application.resetPassword(email),
    leaves: (_, { given }) => ({
      action: "staff.password_reset",
      subjectId: given.id,
      subjectName: "Grace",
    }),
  }),
  auditCase({
    useCase: "changePassword",
    given: newUser,
    act({ application, caller, password }, { id, email, name }) {
      const actor = { kind: "STAFF", id, name, ipAddress } as const;
      const user = { ...caller, staffUserId: id, email, name, ipAddress, actor };
      const passwords = { currentPassword: password, newPassword: `${password}, ever` };
      return application.changePassword(user, passwords);
    },
    leaves: (_, { given: { id } }) => ({
      actor: { kind: "STAFF", id, name: "Grace", ipAddress },
      action: "staff.password_changed",
      subjectId: id,
      subjectName: "Grace",
    }),
  }),
  auditCase({
    useCase: "signIn",
    given: newUser,
    act: ({ application, password }, { email }) =>
      application.signIn({ ipAddress }, { email, password }),
    leaves: (_, { given: { id } }) => ({
      actor: { kind: "STAFF", id, name: "Grace", ipAddress },
      action: "staff.signed_in",
      subjectId: id,
      subjectName: "Grace",
    }),
  }),
  auditCase({
    useCase: "staff.endOwnSession",
    given: signedIn,
    act: ({ application }, caller) =>
      application.staff.endOwnSession(caller, { id: caller.sessionId }),
    leaves: (_, { given }) => sessionsEnded(given, 1),
  }),
  auditCase({
    useCase: "staff.endOtherSessions",
    given: async (stage) => {
      const user = await newUser(stage);
      for (let i = 0; i < 2; i += 1) await signInAs(stage, user);
      return await signInAs(stage, user);
    },
    act: ({ application }, caller) => application.staff.endOtherSessions(caller),
    leaves: (_, { given }) => sessionsEnded(given, 2),
  }),
  auditCase({
    useCase: "staff.endStaffUserSessions",
    given: signedIn,
    act: ({ application, caller }, { staffUserId: id }) =>
      application.staff.endStaffUserSessions(caller, { id }),
    leaves: ({ caller: { actor } }, { given }) => ({ ...sessionsEnded(given, 1), actor }),
  }),
  auditCase({
    useCase: "signOut",
    given: signedIn,
    act: ({ application }, caller) => application.signOut(caller),
    leaves: (_, { given: { staffUserId: id } }) => ({
      actor: { kind: "STAFF", id, name: "Grace", ipAddress },
      action: "staff.signed_out",
      subjectId: id,
      subjectName: "Grace",
    }),
  }),
  auditCase({
    useCase: "closeOrganization",
    given: newOrganization,
    act: ({ application }, id) => application.closeOrganization(id),
    leaves: (_, { given: id }) => ({
      organizationId: id,
      action: "organization.closed",
      subjectId: id,
      subjectName: "Old Town Hall",
    }),
  }),
  auditCase({
    useCase: "reopenOrganization",
    given: closedOrganization,
    act: ({ application }, id) => application.reopenOrganization(id),
    leaves: (_, { given: id }) => ({
      organizationId: id,
      action: "organization.reopened",
      subjectId: id,
      subjectName: "Old Town Hall",
    }),
  }),
  auditCase({
    useCase: "createOrganization",
    act: ({ application, password }) =>
      application.createOrganization({
        name: "Town Hall",
        credits: 3,
        ownerEmail: newEmail(),
        ownerPassword: password,
      }),
    leaves: (_, { result: { organization: { id }, owner } }) => ({
      organizationId: id,
      action: "organization.created",
      subjectId: id,
      subjectName: "Town Hall",
      changes: [
        { field: "timeZone", before: null, after: "UTC" },
        { field: "balances", before: null, after: { LIVE: 3, TEST: 0 } },
        { field: "ownerId", before: null, after: owner.id },
      ],
    }),
  }),
];
