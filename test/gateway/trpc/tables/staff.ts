import { expect } from "vitest";
import type { Role, TrpcApi } from "../support.ts";
import { localDateTime, type ProcedureTest, type TestsOf } from "./procedure_test.ts";

const user = {
  id: expect.any(Number),
  email: expect.stringContaining("@clinic.example"),
  name: "Ada the STAFF",
  role: "STAFF" as Role,
  isDisabled: false,
  mustChangePassword: false,
  createdAt: "2026-03-01T09:00:00",
  lastActiveAt: null,
};
const oneTimePassword = expect.stringMatching(/^[0-9A-Za-z]{20}$/);
const malformedId: ProcedureTest["faults"] = [[undefined, ["body"]], [{ id: "1" }, ["id"]]];
const named = {
  code: "STAFF_USER_NOT_FOUND",
  foreignId: async ({ application, other }: TrpcApi) => {
    const wanted = { email: `${crypto.randomUUID()}@other.example`, name: "Eve" };
    const made = await application.createStaffUser(other.organizationId, {
      ...wanted,
      role: "STAFF",
    });
    return made.user.id;
  },
};

const made = async (api: TrpcApi) => ({ id: (await api.newUser("STAFF")).id });

async function disabled(api: TrpcApi) {
  const name = await made(api);
  await api.application.staff.disableStaffUser(api.own.caller, name);
  return name;
}

/** The one OWNER who is left, who is whoever calls. */
async function lastOwner({ application, ports, own }: TrpcApi) {
  const owners = ports.memory.staffUsers.filter(({ organizationId, role }) =>
    organizationId === own.organizationId && role === "OWNER"
  );
  const last = owners.pop()!;
  for (const { id } of owners) await application.staff.disableStaffUser(own.caller, { id });
  return { id: last.id };
}

export const staffTests: TestsOf<"staff"> = {
  list: {
    role: "ADMIN",
    // Who founded the organization, and whoever calls.
    output: [
      { ...user, id: 1, email: expect.any(String), name: expect.any(String), role: "OWNER" },
      {
        ...user,
        name: expect.stringMatching(/^Ada the (ADMIN|OWNER)$/),
        role: expect.stringMatching(/^(ADMIN|OWNER)$/),
        lastActiveAt: expect.stringMatching(localDateTime),
      },
    ],
  },
  invite: {
    role: "OWNER",
    input: () => ({ email: " Grace@Clinic.example", name: "Grace Hopper", role: "ADMIN" }),
    output: { id: expect.any(Number), oneTimePassword },
    faults: [
      [undefined, ["body"]],
      [{}, ["email", "name", "role"]],
      [{ email: "grace", name: " ", role: "admin" }, ["email", "name", "role"]],
    ],
    refusals: {
      // The e-mail is taken, whatever its case.
      CONFLICT: async (api) => {
        const { email } = await api.newUser("STAFF");
        return { email: email.toUpperCase(), name: "Grace Hopper", role: "STAFF" };
      },
    },
  },
  setRole: {
    role: "OWNER",
    input: async (api) => ({ ...await made(api), role: "ADMIN" }),
    output: { ...user, role: "ADMIN" },
    faults: [
      [undefined, ["body"]],
      [{ id: 1 }, ["role"]],
      [{ id: "1", role: "admin" }, ["id", "role"]],
    ],
    named,
    refusals: { CONFLICT: async (api) => ({ ...await lastOwner(api), role: "ADMIN" }) },
  },
  disable: {
    role: "OWNER",
    input: made,
    output: { ...user, isDisabled: true },
    faults: malformedId,
    named,
    refusals: { CONFLICT: lastOwner },
  },
  enable: { role: "OWNER", input: disabled, output: user, faults: malformedId, named },
  resetPassword: {
    role: "OWNER",
    input: made,
    output: { id: expect.any(Number), oneTimePassword },
    faults: malformedId,
    named,
  },
};
