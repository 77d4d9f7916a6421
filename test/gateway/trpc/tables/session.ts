import { expect } from "vitest";
import { password } from "../support.ts";
import type { TestsOf } from "./procedure_test.ts";

const session = {
  user: {
    id: expect.any(Number),
    email: expect.stringContaining("@"),
    name: expect.any(String),
    role: expect.any(String),
    mustChangePassword: false,
  },
  organization: { id: 1, name: "Harbour Clinic", timeZone: "Europe/Oslo" },
};
const anotherPassword = "another password of the staff";

export const sessionTests: TestsOf<"session"> = {
  signIn: {
    role: null,
    input: async (api) => {
      const { email } = await api.newUser("STAFF");
      return { email, password };
    },
    output: session,
    faults: [[{}, ["email", "password"]], [{ email: 1, password: "" }, ["email", "password"]]],
    refusals: {
      INVALID_CREDENTIALS: async (api) => {
        const { email } = await api.newUser("STAFF");
        return { email, password: "not the password" };
      },
      RATE_LIMIT_EXCEEDED: async (api) => {
        api.ports.signInLimits = {
          attempt: async () => ({ isAllowed: false, retryAfterSeconds: 900 }),
          forgive: async () => undefined,
        };
        return { email: "ada@clinic.example", password };
      },
    },
  },
  current: { role: "STAFF", worksFirst: true, output: session },
  signOut: { role: "STAFF", worksFirst: true, output: {} },
  changePassword: {
    role: "STAFF",
    worksFirst: true,
    input: async (api) => {
      // Whoever calls has the same one.
      const passwordHash = await api.ports.hashPassword(password);
      for (const user of api.ports.memory.staffUsers) user.passwordHash = passwordHash;
      return { currentPassword: password, newPassword: anotherPassword };
    },
    output: {},
    faults: [
      [{}, ["currentPassword", "newPassword"]],
      [{ currentPassword: password, newPassword: "short" }, ["newPassword"]],
      [{ currentPassword: "not it", newPassword: anotherPassword }, ["currentPassword"]],
    ],
    refusals: {
      RATE_LIMIT_EXCEEDED: (api) => {
        api.ports.signInLimits = {
          attempt: async () => ({ isAllowed: false, retryAfterSeconds: 900 }),
          forgive: async () => undefined,
        };
        return { currentPassword: password, newPassword: anotherPassword };
      },
      CONFLICT: (api) => {
        const { hashPassword } = api.ports;
        api.ports.hashPassword = (text: string) => {
          for (const user of api.ports.memory.staffUsers) user.passwordHash = "another";
          return hashPassword(text);
        };
        return { currentPassword: password, newPassword: anotherPassword };
      },
    },
  },
};
