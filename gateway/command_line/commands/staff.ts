import { roles } from "../../../core/mod.ts";
import { type Command, defineCommand } from "../command.ts";

const email = {
  kind: "text",
  value: "E-MAIL",
  isRequired: true,
  about: "To sign in with",
} as const;
const organization = {
  kind: "id",
  about: "The organization; needed if several have a staff user with this e-mail address",
} as const;
const note = { field: "password", text: "The password is shown this once." };

const create = defineCommand({
  name: "staff create",
  about: "Adds a staff user to an organization",
  options: {
    organization: { kind: "id", isRequired: true, about: "The organization" },
    email,
    name: { kind: "text", isRequired: true, about: "Name of the person" },
    role: { kind: "text", value: "ROLE", isRequired: true, about: `One of ${roles.join(", ")}` },
    password: {
      kind: "text",
      about: "12 to 128 characters; without it one is made, to be changed at the first sign-in",
    },
  },
  note,
  async run(application, given) {
    const { user, password } = await application.createStaffUser(given.organization, {
      email: given.email,
      name: given.name,
      role: given.role.toUpperCase(),
      password: given.password,
    });
    return { staffId: user.id, password };
  },
});

const disable = defineCommand({
  name: "staff disable",
  about: "Ends a staff user's access and sessions at once",
  options: { email, organization },
  async run(application, given) {
    const { email, organization: organizationId } = given;
    const user = await application.disableStaffUser({ email, organizationId });
    return { staffId: user.id, isDisabled: true };
  },
});

const resetPassword = defineCommand({
  name: "staff reset-password",
  about: "Makes a one-time password for a staff user and ends the user's sessions",
  options: { email, organization },
  note,
  async run(application, given) {
    const { email, organization: organizationId } = given;
    const { id, oneTimePassword } = await application.resetPassword({ email, organizationId });
    return { staffId: id, password: oneTimePassword };
  },
});

/** What an operator can do with staff users. */
export const staffCommands: readonly Command[] = [create, disable, resetPassword];
