import { describe, expect, test } from "vitest";
import { requireGoodPassword } from "../../../core/access/password_rules.ts";
import { DomainError, type MessageKey } from "../../../core/mod.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { refusalOf } from "../refusal.ts";
import { openStaff, password } from "./staff_samples.ts";

const owner = {
  name: "Ada Lovelace",
  email: "ada.l@harbour-clinic.example",
  organizationName: "Harbour Clinic",
};

/** Returns why a password is refused; undefined if it is accepted. */
async function reasonFor(password: string): Promise<MessageKey | undefined> {
  const ports = createInMemoryPorts();
  const error: unknown = await requireGoodPassword(ports, password, { field: "new", owner })
    .catch((error: unknown) => error);
  if (!(error instanceof DomainError)) return undefined;
  expect(error).toMatchObject({ code: "VALIDATION_ERROR", faults: [{ field: "new" }] });
  return (error.faults[0]!.message as { key: MessageKey }).key;
}

describe("a new password is refused that is", () => {
  test.each<[MessageKey, string]>([
    ["commonPassword", "q1w2e3r4t5y6"],
    ["commonPassword", "Q1w2E3r4T5y6"],
    ["repeatedPassword", "aaaaaaaaaaaa"],
    ["repeatedPassword", "abcabcabcabc"],
    ["repeatedPassword", "AbcabcaBcabca"],
    ["repeatedPassword", "horse7horse7"],
    ["repeatedPassword", "😀😀😀😀😀😀😀😀😀😀😀😀"],
    ["repeatedPassword", "112233112332"],
    ["sequentialPassword", "123456789012"],
    ["sequentialPassword", "qwertyuiop[]"],
    ["sequentialPassword", "Qwertzuiopü+"],
    ["sequentialPassword", "zyxwvutsrqpo"],
    ["sequentialPassword", "abcd1234efgh"],
    ["sequentialPassword", "qwerty-asdfgh-12"],
    ["personalPassword", "adalovelace1"],
    ["personalPassword", "Lovelace-Ada-1815"],
    ["personalPassword", "HarbourClinic2026!"],
    ["personalPassword", "ada.l@harbour-clinic.example"],
  ])("%s: %s", async (reason, password) => {
    expect(await reasonFor(password)).toBe(reason);
  });
});

test.each([
  "correct horse battery",
  "a password of a test",
  "Tz7kQm2vXw9p",
  "my clinic has green doors",
  "stunning defiance of xyz",
  "münchner weißwurst",
  "!%&/()=?*#_:;",
])("a new password is accepted that is not easily guessed: %s", async (password) => {
  expect(await reasonFor(password)).toBeUndefined();
});

describe("an easily guessed password is refused", () => {
  test("at a change, without counting as an attempt, and the person keeps the old one", async () => {
    const { ports, application, newUser, signIn, failures } = await openStaff();
    const user = await newUser("STAFF");
    const { caller } = await signIn(user);
    const input = { currentPassword: password, newPassword: "harbourclinic1" };
    const refusal = await refusalOf(() => application.changePassword(caller, input));
    expect(refusal.faults).toEqual([
      { field: "newPassword", message: { key: "personalPassword" } },
    ]);
    expect(failures).toEqual([]);
    expect((await signIn(user)).caller.staffUserId).toBe(user.id);
    expect(ports.memory.audit.some(({ action }) => action === "staff.password_changed")).toBe(
      false,
    );
  });

  test("for the first OWNER and a staff user of the command line", async () => {
    const { application, organizationId } = await openStaff();
    const owned = {
      name: "Old Town Hall",
      ownerEmail: "o@t.example",
      ownerPassword: "oldtownhall1",
    };
    const refusals = [
      await refusalOf(() => application.createOrganization(owned)),
      await refusalOf(() =>
        application.createStaffUser(organizationId, {
          email: "grace@clinic.example",
          name: "Grace Hopper",
          role: "STAFF",
          password: "gracehopper12",
        })
      ),
    ];
    expect(refusals.map(({ faults }) => faults[0]!.field)).toEqual(["ownerPassword", "password"]);
  });
});
