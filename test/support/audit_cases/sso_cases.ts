import type { Application } from "../../../core/mod.ts";
import { answerOf } from "../in_memory/identity_providers.ts";
import { type AuditCase, auditCase, newEmail, type Stage } from "./audit_case.ts";

const ipAddress = "203.0.113.81";

/** The input of a provider that the fake client believes. */
export const ssoSettings = {
  issuer: "https://login.example",
  clientId: "desk",
  clientSecret: "a client secret",
  groupsClaim: null,
  groupRules: [],
  ssoOnly: false,
};

/** Gives the organization a provider. */
export async function saveProvider({ application, caller }: Pick<Stage, "application" | "caller">) {
  return await application.staff.saveIdentityProvider({ ...caller, role: "OWNER" }, ssoSettings);
}

/** Makes a staff user with a one-time link. */
async function withLink(stage: Stage) {
  const { path: sso } = await saveProvider(stage);
  const { application, organizationId, caller, password } = stage;
  const wanted = { email: newEmail(), name: "Grace", role: "ADMIN", password };
  const { user: { id } } = await application.createStaffUser(organizationId, wanted);
  const { link } = await application.staff.createSsoLink(caller, { id });
  return { id, sso, link: new URL(link, "https://desk.example").searchParams.get("link")! };
}

type Linked = Awaited<ReturnType<typeof withLink>>;

const subjectOf = ({ id }: Linked) => `subject ${id}`;

/** Signs in by the fake provider. */
async function signInBySso(
  { application }: { application: Application },
  { sso: path, link, answer }: { sso: string; link?: string; answer: object },
) {
  const origin = "https://desk.example";
  const { address, pending } = await application.startSso({ path, origin, link });
  const url = answerOf(address, answer);
  return (await application.finishSso({ ipAddress }, { url, pending }))!;
}

async function linked(stage: Stage) {
  const given = await withLink(stage);
  const answer = { subject: subjectOf(given), sid: `sid ${given.id}` };
  await signInBySso(stage, { ...given, answer });
  return given;
}

const grace = ({ id }: Linked) => ({ subjectId: id, subjectName: "Grace" });
const by = ({ id }: Linked) => ({
  ...grace({ id } as Linked),
  actor: { kind: "STAFF" as const, id, name: "Grace", ipAddress },
});

const organization = ({ organizationId }: Stage) => ({
  subjectId: organizationId,
  subjectName: "Clinic",
});

/** Single sign-on. */
export const ssoCases: AuditCase[] = [
  auditCase({
    useCase: "staff.saveIdentityProvider",
    given: saveProvider,
    act: ({ application, caller }) =>
      application.staff.saveIdentityProvider(caller, { ...ssoSettings, groupsClaim: "groups" }),
    leaves: (stage) => ({
      ...organization(stage),
      action: "organization.sso_changed",
      changes: [
        { field: "groupsClaim", before: null, after: "groups" },
        // A secret has no values.
        { field: "clientSecret" },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.removeIdentityProvider",
    given: saveProvider,
    act: ({ application, caller }) => application.staff.removeIdentityProvider(caller),
    leaves: (stage) => ({ ...organization(stage), action: "organization.sso_removed" }),
  }),
  auditCase({
    useCase: "staff.createSsoLink",
    given: withLink,
    act: ({ application, caller }, { id }) => application.staff.createSsoLink(caller, { id }),
    leaves: (_, { given }) => ({ ...grace(given), action: "staff.sso_link_created" }),
  }),
  auditCase({
    useCase: "staff.unlinkStaffUser",
    given: linked,
    act: ({ application, caller }, { id }) => application.staff.unlinkStaffUser(caller, { id }),
    leaves: (_, { given }) => ({ ...grace(given), action: "staff.sso_unlinked" }),
  }),
  auditCase({
    useCase: "finishSso",
    given: linked,
    act: (stage, given) =>
      signInBySso(stage, { sso: given.sso, answer: { subject: subjectOf(given) } }),
    leaves: (_, { given }) => ({ ...by(given), action: "staff.signed_in" }),
  }),
  auditCase({
    useCase: "endByFrontChannel",
    given: linked,
    act: ({ application }, { id, sso }) =>
      application.endByFrontChannel({ path: sso, issuer: ssoSettings.issuer, sid: `sid ${id}` }),
    leaves: (_, { given }) => ({
      ...by(given),
      actor: { ...by(given).actor, ipAddress: "" },
      action: "staff.signed_out",
    }),
  }),
  auditCase({
    useCase: "endByBackChannel",
    given: linked,
    act: ({ application }, given) => {
      const logout = { subject: subjectOf(given), tokenId: `t${given.id}` };
      const token = JSON.stringify({ ...logout, issuedAt: application.now().toString() });
      return application.endByBackChannel({ path: given.sso, token });
    },
    leaves: (_, { given }) => ({
      ...by(given),
      actor: { ...by(given).actor, ipAddress: "" },
      action: "staff.signed_out",
    }),
  }),
  auditCase({
    useCase: "allowPasswords",
    async given(stage) {
      const { organizationId, caller, application } = stage;
      await saveProvider(stage);
      await application.staff.saveIdentityProvider({ ...caller, bySso: true }, {
        ...ssoSettings,
        ssoOnly: true,
      });
      return organizationId;
    },
    act: ({ application, organizationId }) => application.allowPasswords(organizationId),
    leaves: (stage) => ({
      ...organization(stage),
      action: "organization.sso_changed",
      changes: [{ field: "ssoOnly", before: true, after: false }],
    }),
  }),
];
