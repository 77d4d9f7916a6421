import { type Command, defineCommand } from "../command.ts";

const organization = {
  kind: "id",
  isRequired: true,
  about: "The organization (organization list)",
} as const;

const grant = defineCommand({
  name: "credits grant",
  about: "Adds credits to a balance",
  options: {
    organization,
    amount: { kind: "number", isRequired: true, about: "Credits to add, from 1" },
    environment: { kind: "environment", about: "Whose balance (default LIVE)" },
    note: { kind: "text", about: "Why, for the ledger" },
  },
  async run(application, { organization, amount, environment, note }) {
    return { balance: await application.grantCredits(organization, { amount, environment, note }) };
  },
});

const balance = defineCommand({
  name: "credits balance",
  about: "Shows both balances of an organization",
  options: { organization },
  async run(application, given) {
    const { LIVE, TEST } = await application.getBalances(given.organization);
    return { live: LIVE, test: TEST };
  },
});

/** What an operator can do with credits. */
export const creditCommands: readonly Command[] = [grant, balance];
