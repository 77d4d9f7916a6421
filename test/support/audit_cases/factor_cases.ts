import type { StaffCaller } from "../../../core/mod.ts";
import { codeOf, passkeyAnswer } from "../in_memory/factors.ts";
import { type AuditCase, auditCase, newEmail, type Stage } from "./audit_case.ts";

const ipAddress = "203.0.113.80";

/** Makes a new staff user who is signed in. */
async function newCaller({ application, organizationId, caller, password }: Stage) {
  const wanted = { email: newEmail(), name: "Grace", role: "ADMIN", password };
  const { user } = await application.createStaffUser(organizationId, wanted);
  const actor = { kind: "STAFF", id: user.id, name: "Grace", ipAddress } as const;
  return { ...caller, ...user, name: "Grace", staffUserId: user.id, ipAddress, actor };
}

function newApp({ application }: Stage) {
  const code = codeOf(Math.floor(application.now().epochMilliseconds / 30_000));
  return { name: "App", secret: "A".repeat(32), code };
}

async function withApp(stage: Stage) {
  const caller = await newCaller(stage);
  const { factor, recoveryCodes } = await stage.application.staff.addTotp(caller, newApp(stage));
  return { caller, id: factor.id, recoveryCodes: recoveryCodes! };
}

async function addPasskey({ application }: Stage, caller: StaffCaller, credentialId: string) {
  const challenge = { purpose: `add ${caller.sessionId}`, issuedAt: application.now().toString() };
  const { organizationId } = caller;
  const passkey = passkeyAnswer(challenge, { organizationId, credentialId });
  return await application.staff.addPasskey(caller, { name: "Phone", passkey });
}

/** The part of a record that all changes of the own factors share. */
const by = (caller: StaffCaller) => ({
  actor: caller.actor,
  subjectId: caller.staffUserId,
  subjectName: "Grace",
});

/** Changes of second factors, and sign-ins with them. */
export const factorCases: AuditCase[] = [
  auditCase({
    useCase: "staff.addTotp",
    given: newCaller,
    act: (stage, caller) => stage.application.staff.addTotp(caller, newApp(stage)),
    leaves: (_, { given }) => ({
      ...by(given),
      action: "staff.factor_added",
      changes: [{ field: "factor", before: null, after: "TOTP: App" }],
    }),
  }),
  auditCase({
    useCase: "staff.addPasskey",
    given: newCaller,
    act: (stage, caller) => addPasskey(stage, caller, crypto.randomUUID()),
    leaves: (_, { given }) => ({
      ...by(given),
      action: "staff.factor_added",
      changes: [{ field: "factor", before: null, after: "PASSKEY: Phone" }],
    }),
  }),
  auditCase({
    useCase: "staff.renameFactor",
    given: withApp,
    act: ({ application }, { caller, id }) =>
      application.staff.renameFactor(caller, { id, name: "Phone" }),
    leaves: (_, { given: { caller } }) => ({
      ...by(caller),
      action: "staff.factor_renamed",
      changes: [{ field: "factor", after: "TOTP: Phone" }],
    }),
  }),
  auditCase({
    useCase: "staff.removeFactor",
    given: withApp,
    act: ({ application }, { caller, id }) => application.staff.removeFactor(caller, { id }),
    leaves: (_, { given: { caller } }) => ({
      ...by(caller),
      action: "staff.factor_removed",
      changes: [{ field: "factor", before: "TOTP: App", after: null }],
    }),
  }),
  auditCase({
    useCase: "staff.replaceRecoveryCodes",
    given: withApp,
    act: ({ application }, { caller }) => application.staff.replaceRecoveryCodes(caller),
    leaves: (_, { given: { caller } }) => ({
      ...by(caller),
      action: "staff.recovery_codes_replaced",
    }),
  }),
  auditCase({
    useCase: "proveIdentity",
    given: withApp,
    act: ({ application }, { caller, recoveryCodes: [code] }) =>
      application.proveIdentity({ ...caller, hasFactor: true }, { code: code! }),
    leaves: (_, { given: { caller } }) => ({ ...by(caller), action: "staff.recovery_code_used" }),
  }),
  auditCase({
    useCase: "resetFactors",
    given: withApp,
    act: ({ application }, { caller: { email, organizationId } }) =>
      application.resetFactors({ email, organizationId }),
    leaves: (_, { given: { caller } }) => ({
      action: "staff.factors_reset",
      subjectId: caller.staffUserId,
      subjectName: "Grace",
    }),
  }),
  auditCase({
    useCase: "staff.requireFactors",
    // Of no user of the other cases, who would need a factor then.
    given: ({ application, caller }) => application.staff.requireFactors(caller, { roles: [] }),
    act: ({ application, caller }) =>
      application.staff.requireFactors(caller, { roles: ["VIEWER"] }),
    leaves: ({ organizationId }) => ({
      action: "organization.updated",
      subjectId: organizationId,
      subjectName: "Clinic",
      changes: [{ field: "factorRequiredRoles", before: [], after: ["VIEWER"] }],
    }),
  }),
];
