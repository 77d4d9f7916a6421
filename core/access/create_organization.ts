import { z } from "zod";
import { changesBetween, recordOf } from "../audit/audit_record.ts";
import { nameField, parseInput, timeZoneField, wholeNumberField } from "../input.ts";
import { Organization, type Organizations } from "./organization.ts";
import { emailField, hashFor, newPasswordField, oneTimePassword } from "./password.ts";
import { requireGoodPassword } from "./password_rules.ts";
import { StaffUser, type StaffUsers } from "./staff_user.ts";
import type { Caller, Operator } from "./caller.ts";
import type { Clock, CommonPasswords, PasswordHashing, Randomness } from "../platform.ts";

const maxCredits = 1_000_000_000;

/** Input of a new organization and its OWNER. */
export const createOrganizationInput = z.object({
  name: nameField(255, "Name of the organization"),
  timeZone: timeZoneField.default("UTC"),
  credits: wholeNumberField(0, maxCredits, "Opening LIVE balance").default(0),
  testCredits: wholeNumberField(0, maxCredits, "Opening TEST balance").default(0),
  ownerEmail: emailField,
  ownerPassword: newPasswordField("Password of the OWNER").optional(),
});

/**
 * Creates an organization with its opening balances and its OWNER. Without `ownerPassword` it generates and returns a
 * one-time password, which is never returned again and must be changed at the first sign-in. Throws VALIDATION_ERROR.
 */
export async function createOrganization(
  ports: Clock & Randomness & CommonPasswords & Pick<PasswordHashing, "hashPassword"> & {
    organizations: Organizations;
    staffUsers: StaffUsers;
  },
  { actor }: Pick<Caller | Operator, "actor">,
  input: z.input<typeof createOrganizationInput>,
): Promise<{ organization: Organization; owner: StaffUser; oneTimePassword: string | undefined }> {
  const wanted = parseInput(createOrganizationInput, input);
  const name = wanted.ownerEmail.split("@")[0]!;
  if (wanted.ownerPassword !== undefined) {
    const person = { name, email: wanted.ownerEmail, organizationName: wanted.name };
    await requireGoodPassword(ports, wanted.ownerPassword, {
      field: "ownerPassword",
      owner: person,
    });
  }
  const made = wanted.ownerPassword === undefined ? oneTimePassword(ports) : undefined;
  const organization = new Organization(wanted.name, wanted.timeZone, ports.now());
  const owner = new StaffUser({
    email: wanted.ownerEmail,
    name,
    role: "OWNER",
    passwordHash: await hashFor(ports, wanted.ownerPassword ?? made!, {
      email: wanted.ownerEmail,
      actor,
    }),
    mustChangePassword: made !== undefined,
    createdAt: ports.now(),
  });
  const opening = { LIVE: wanted.credits, TEST: wanted.testCredits };
  const audit = ({ id, name, timeZone, createdAt: at }: Organization) => {
    const made: object = { timeZone, balances: opening, ownerId: owner.id };
    const fields = ["timeZone", "balances", "ownerId"] as const;
    const changes = changesBetween<Record<string, unknown>>({}, { ...made }, { fields });
    const action = { actor, action: "organization.created", changes, at } as const;
    return recordOf({ organizationId: id, id, name }, action);
  };
  await ports.organizations.add(organization, { owner, opening }, audit);
  return { organization, owner, oneTimePassword: made };
}
