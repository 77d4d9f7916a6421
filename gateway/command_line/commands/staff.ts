import { roles } from "../../../core/mod.ts";
import { type Command, defineCommand } from "../command.ts";

const email = {
  kind: "text",
  value: "E-MAIL",
  isRequired: true,
  about: "E-mail address of the staff user",
} as const;
const organization = {
  kind: "id",
  about: "The organization. Required if several have a staff user with this e-mail address",
} as const;
const note = { field: "password", text: "The password is shown only this time." };

const create = defineCommand({
  name: "staff create",
  about: "Adds a staff user to an organization",
  options: {
    organization: { kind: "id", isRequired: true, about: "The organization" },
    email,
    name: { kind: "text", isRequired: true, about: "Name of the person" },
    role: { kind: "text", value: "ROLE", isRequired: true, about: `One of ${roles.join(", ")}` },
    departments: {
      kind: "ids",
      about: "The departments that the person sees, for STAFF and VIEWER. Without it, all",
    },
    password: {
      kind: "text",
      about: "12 to 128 characters. Without it, a one-time password is generated",
    },
  },
  note,
  async run(application, values) {
    const { user, password } = await application.createStaffUser(values.organization, {
      email: values.email,
      name: values.name,
      role: values.role.toUpperCase(),
      departmentIds: values.departments,
      password: values.password,
    });
    return { staffId: user.id, password };
  },
});

const disable = defineCommand({
  name: "staff disable",
  about: "Disables a staff user and ends the user's sessions",
  options: { email, organization },
  async run(application, values) {
    const { email, organization: organizationId } = values;
    const user = await application.disableStaffUser({ email, organizationId });
    return { staffId: user.id, isDisabled: true };
  },
});

const resetPassword = defineCommand({
  name: "staff reset-password",
  about: "Generates a one-time password for a staff user and ends the user's sessions",
  options: { email, organization },
  note,
  async run(application, values) {
    const { email, organization: organizationId } = values;
    const { id, oneTimePassword } = await application.resetPassword({ email, organizationId });
    return { staffId: id, password: oneTimePassword };
  },
});

const resetFactors = defineCommand({
  name: "staff reset-factors",
  about: "Removes the second factors and recovery codes of a staff user and ends the sessions",
  options: { email, organization },
  async run(application, values) {
    const { email, organization: organizationId } = values;
    const { id } = await application.resetFactors({ email, organizationId });
    return { staffId: id };
  },
});

/** Commands for staff users. */
export const staffCommands: readonly Command[] = [create, disable, resetPassword, resetFactors];
