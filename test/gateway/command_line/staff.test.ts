import { expect, test } from "vitest";
import { composeApplication } from "../../../gateway/process/composition.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { adminHere, sayHere } from "../process/spawned.ts";

const environment = { DATABASE_URL: await freshDatabase() };
await using service = await openService(environment["DATABASE_URL"]!);
const { organizationId } = await seedOrganization(service);

// oxlint-disable-next-line typescript/no-explicit-any -- each test checks the type
async function done(...words: string[]): Promise<any> {
  const { code, json } = await adminHere(words, environment);
  if (code !== 0) throw new Error(JSON.stringify(json));
  return json;
}

const create = (email: string, ...more: string[]) =>
  ["staff", "create", "--organization", `${organizationId}`, "--name", "Ada Lovelace"]
    .concat("--email", email, more);

/** Signs in next to the command line, with passwords hashed as the service hashes them. */
async function signIn(email: string, password: string) {
  await using service = await openService(environment["DATABASE_URL"]!);
  const application = composeApplication(service.persistence);
  const begun = await application.signIn({ ipAddress: "" }, { email, password })
    .catch((error: { code: string }) => error.code);
  if (typeof begun === "string") return begun;
  const { role, name, mustChangePassword } = begun.caller;
  return { role, name, mustChangePassword, organizationId: begun.caller.organizationId };
}

test("staff are created, given a new password and disabled while the service may run", async () => {
  const email = "ada@clinic.example";
  const made = await done(...create(" Ada@Clinic.Example ", "--role", "admin"));
  expect(made).toEqual({
    staffId: expect.any(Number),
    password: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
  });
  const known = { name: "Ada Lovelace", role: "ADMIN", organizationId };
  expect(await signIn(email, made.password)).toEqual({ ...known, mustChangePassword: true });

  const reset = await done("staff", "reset-password", "--email", "ADA@clinic.example");
  expect(reset).toEqual({
    staffId: made.staffId,
    password: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
  });
  expect(await signIn(email, made.password)).toBe("INVALID_CREDENTIALS");
  expect(await signIn(email, reset.password)).toEqual({ ...known, mustChangePassword: true });

  for (const _ of ["first", "again"]) {
    expect(await done("staff", "disable", "--email", email)).toEqual({
      staffId: made.staffId,
      isDisabled: true,
    });
  }
  expect(await signIn(email, reset.password)).toBe("INVALID_CREDENTIALS");
});

test("an e-mail address of several organizations needs --organization", async () => {
  const email = "two@clinic.example";
  const { staffId } = await done(...create(email, "--role", "STAFF"));
  const words = ["organization", "create", "--name", "Two", "--owner-email", email];
  const other = await done(...words);
  for (const command of ["reset-password", "disable"]) {
    const { code, json } = await adminHere(["staff", command, "--email", email], environment);
    expect([code, json.error.code]).toEqual([1, "CONFLICT"]);
  }
  const reset = ["staff", "reset-password", "--email", email, "--organization"];
  expect((await done(...reset, `${organizationId}`)).staffId).toBe(staffId);
  const { password } = await done(...reset, `${other.organizationId}`);
  const entered = { role: "OWNER", organizationId: other.organizationId };
  expect(await signIn(email, password)).toMatchObject(entered);
});

test("--json may precede the command, and the text output says to keep the password", async () => {
  const words = ["--json", ...create("first@clinic.example", "--role", "STAFF")];
  const first = await sayHere(words, environment);
  expect([first.code, first.err]).toEqual([0, ""]);
  expect(JSON.parse(first.out)).toHaveProperty("staffId");
  const reset = ["staff", "reset-password", "--email", "first@clinic.example"];
  const { code, out } = await sayHere(reset, environment);
  expect(code).toBe(0);
  expect(out).toMatch(/password +[0-9A-Za-z]{22}\n/);
  expect(out).toContain("The password is shown only this time.");
});
