import { type Command, defineCommand } from "../command.ts";

const organization = { kind: "id", isRequired: true, about: "The organization" } as const;
const name = {
  kind: "text",
  isRequired: true,
  about: "Name of the database role: lower-case letters, digits and _",
} as const;

const create = defineCommand({
  name: "reporting-role create",
  about: "Creates a database role that reads one organization by SQL",
  options: { organization, name },
  note: { field: "url", text: "The password is shown only this time." },
  async run(application, values) {
    const role = await application.createReportingRole(values.organization, { name: values.name });
    const { name, password, host, port, database } = role;
    // A host that begins with / is the folder of a socket.
    const address = host.startsWith("/")
      ? `/${database}?host=${encodeURIComponent(host)}&port=${port}`
      : `${host}:${port}/${database}`;
    return {
      name,
      password,
      host,
      port,
      database,
      schema: "reporting",
      url: `postgres://${name}:${password}@${address}`,
    };
  },
});

const list = defineCommand({
  name: "reporting-role list",
  about: "Lists the database roles that read an organization",
  options: { organization },
  async run(application, values) {
    return { reportingRoles: await application.listReportingRoles(values.organization) };
  },
});

const remove = defineCommand({
  name: "reporting-role remove",
  about: "Removes a database role. Its open sessions see nothing any more",
  options: { organization, name },
  async run(application, values) {
    const { name } = await application.removeReportingRole(values.organization, {
      name: values.name,
    });
    return { name, isRemoved: true };
  },
});

/** Commands for database roles of reporting tools. */
export const reportingRoleCommands: readonly Command[] = [create, list, remove];
