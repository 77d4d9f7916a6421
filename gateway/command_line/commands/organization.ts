import { formatInstant, type Organization } from "../../../core/mod.ts";
import { type Command, defineCommand } from "../command.ts";

const create = defineCommand({
  name: "organization create",
  about: "Creates an organization and its OWNER",
  options: {
    name: { kind: "text", isRequired: true, about: "Name of the organization" },
    "time-zone": { kind: "text", value: "ZONE", about: "IANA time zone (default UTC)" },
    credits: { kind: "number", about: "Opening LIVE balance (default 0)" },
    "test-credits": { kind: "number", about: "Opening TEST balance (default 0)" },
    "owner-email": {
      kind: "text",
      value: "E-MAIL",
      isRequired: true,
      about: "E-mail address to sign in with",
    },
    "owner-password": {
      kind: "text",
      about: "12 to 128 characters. Without it, a one-time password is generated",
    },
  },
  note: { field: "ownerPassword", text: "The password is shown only this time." },
  async run(application, values) {
    const { organization, owner, oneTimePassword } = await application.createOrganization({
      name: values.name,
      timeZone: values["time-zone"],
      credits: values.credits,
      testCredits: values["test-credits"],
      ownerEmail: values["owner-email"],
      ownerPassword: values["owner-password"],
    });
    return {
      organizationId: organization.id,
      ownerId: owner.id,
      ...(oneTimePassword !== undefined && { ownerPassword: oneTimePassword }),
    };
  },
});

const list = defineCommand({
  name: "organization list",
  about: "Lists every organization",
  options: {},
  async run(application) {
    const organizations = await application.listOrganizations();
    return {
      organizations: organizations.map(({ timeZone, createdAt, ...one }) => {
        const { id, name, closedAt } = shown({ ...one, timeZone });
        return { id, name, timeZone, createdAt: formatInstant(createdAt, timeZone), closedAt };
      }),
    };
  },
});

function shown({ id, name, timeZone, closedAt }: Omit<Organization, "createdAt">) {
  return { id, name, closedAt: closedAt && formatInstant(closedAt, timeZone) };
}

const several = { id: { kind: "ids", isRequired: true, about: "One or several ids" } } as const;

const close = defineCommand({
  name: "organization close",
  about: "Lets nobody into organizations any more, and sends and changes nothing of them here",
  options: several,
  async run(application, { id: ids }) {
    const organizations = [];
    for (const id of ids) organizations.push(shown(await application.closeOrganization(id)));
    return { organizations };
  },
});

const reopen = defineCommand({
  name: "organization reopen",
  about: "Opens closed organizations again, as they were",
  options: several,
  async run(application, { id: ids }) {
    const organizations = [];
    for (const id of ids) organizations.push(shown(await application.reopenOrganization(id)));
    return { organizations };
  },
});

/** So often a removal says how far it is. */
const progressMs = 1000;

const remove = defineCommand({
  name: "organization remove",
  about: "Deletes a closed organization with everything that belongs to it, for ever",
  options: {
    id: { kind: "id", isRequired: true, about: "The organization's id" },
    name: {
      kind: "text",
      isRequired: true,
      about: "Its name, to confirm that it is the right one",
    },
  },
  async run(application, { id, name }, { progress, signal }) {
    let rows = 0;
    let saidAtMs = -Infinity;
    await application.removeOrganization(id, {
      name,
      signal,
      onRemoved(removed) {
        rows += removed.rows;
        if (performance.now() - saidAtMs < progressMs) return;
        saidAtMs = performance.now();
        progress(`Removed ${rows} rows, now those of ${removed.table} ...`);
      },
    });
    return { organizationId: id, name, rows };
  },
});

const allowPasswords = defineCommand({
  name: "organization allow-passwords",
  about: "Switches single sign-on only off, so that staff can sign in with passwords again",
  options: { id: { kind: "id", isRequired: true, about: "The organization's id" } },
  async run(application, { id }) {
    await application.allowPasswords(id);
    return { organizationId: id };
  },
});

/** Commands for organizations. */
export const organizationCommands: readonly Command[] = [
  create,
  list,
  close,
  reopen,
  allowPasswords,
  remove,
];

const organization = {
  kind: "id",
  isRequired: true,
  about: "The organization's id (see organization list)",
} as const;

const grant = defineCommand({
  name: "credits grant",
  about: "Adds credits to a balance",
  options: {
    organization,
    amount: { kind: "number", isRequired: true, about: "Credits to add, from 1" },
    environment: { kind: "environment", about: "Environment of the balance (default LIVE)" },
    note: { kind: "text", about: "Note for the ledger" },
  },
  async run(application, { organization, amount, environment, note }) {
    return { balance: await application.grantCredits(organization, { amount, environment, note }) };
  },
});

const balance = defineCommand({
  name: "credits balance",
  about: "Shows the LIVE and TEST balances of an organization",
  options: { organization },
  async run(application, values) {
    const { LIVE, TEST } = await application.getBalances(values.organization);
    return { live: LIVE, test: TEST };
  },
});

/** Commands for credits. */
export const creditCommands: readonly Command[] = [grant, balance];
