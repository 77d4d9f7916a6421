import { type Command, defineCommand } from "../command.ts";

const organization = { kind: "id", isRequired: true, about: "The organization" } as const;

const create = defineCommand({
  name: "reporting-token create",
  about: "Makes a token with which a reporting tool reads an organization",
  options: {
    organization,
    name: { kind: "text", isRequired: true, about: "Name of the token" },
    "expires-days": {
      kind: "number",
      about: "Days until it expires, 1 to 3650 (default: it never does)",
    },
  },
  note: { field: "token", text: "The token is shown this once." },
  needsSessionSecret: true,
  async run(application, given) {
    const { id, token } = await application.createReportingToken(given.organization, {
      name: given.name,
      expiresDays: given["expires-days"],
    });
    return { id, token };
  },
});

const list = defineCommand({
  name: "reporting-token list",
  about: "Lists the reporting tokens of an organization, revoked ones too",
  options: { organization },
  async run(application, given) {
    return { reportingTokens: await application.listReportingTokens(given.organization) };
  },
});

const revoke = defineCommand({
  name: "reporting-token revoke",
  about: "Ends a reporting token for good",
  options: { id: { kind: "id", isRequired: true, about: "The token (reporting-token list)" } },
  async run(application, given) {
    const { id } = await application.revokeReportingToken(given.id);
    return { id, isRevoked: true };
  },
});

/** What an operator can do with reporting tokens. */
export const reportingTokenCommands: readonly Command[] = [create, list, revoke];
