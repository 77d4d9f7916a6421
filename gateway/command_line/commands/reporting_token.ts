import { type Command, defineCommand } from "../command.ts";

const organization = { kind: "id", isRequired: true, about: "The organization" } as const;

const create = defineCommand({
  name: "reporting-token create",
  about: "Creates a token for reporting tools of an organization",
  options: {
    organization,
    name: { kind: "text", isRequired: true, about: "Name of the token" },
    "expires-days": {
      kind: "number",
      about: "Days until the token expires, 1 to 3650 (default 365)",
    },
    "never-expires": { kind: "flag", about: "The token has no end" },
  },
  note: { field: "token", text: "The token is shown only this time." },
  needsSessionSecret: true,
  async run(application, values) {
    const { id, token } = await application.createReportingToken(values.organization, {
      name: values.name,
      expiresDays: values["never-expires"] ? null : values["expires-days"],
    });
    return { id, token };
  },
});

const list = defineCommand({
  name: "reporting-token list",
  about: "Lists the reporting tokens of an organization, including revoked ones",
  options: { organization },
  async run(application, values) {
    return { reportingTokens: await application.listReportingTokens(values.organization) };
  },
});

const revoke = defineCommand({
  name: "reporting-token revoke",
  about: "Revokes a reporting token permanently",
  options: {
    id: { kind: "id", isRequired: true, about: "The token's id (see reporting-token list)" },
  },
  async run(application, values) {
    const { id } = await application.revokeReportingToken(values.id);
    return { id, isRevoked: true };
  },
});

/** Commands for reporting tokens. */
export const reportingTokenCommands: readonly Command[] = [create, list, revoke];
