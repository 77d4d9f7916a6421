import { describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { grantCredits } from "../../../core/credits/grant_credits.ts";
import type { Ports } from "../../../core/ports.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { operatorIn } from "../../../core/access/caller.ts";

describe("a grant is refused with", () => {
  test.each<[string, object, string[]]>([
    ["no amount", {}, ["amount"]],
    ["no credit", { amount: 0 }, ["amount"]],
    ["a negative amount", { amount: -5 }, ["amount"]],
    ["half a credit", { amount: 0.5 }, ["amount"]],
    ["over 1,000,000,000 credits", { amount: 1_000_000_001 }, ["amount"]],
    ["an amount that is a text", { amount: "5" }, ["amount"]],
    ["an amount that is no number", { amount: NaN }, ["amount"]],
    ["another environment", { amount: 5, environment: "live" }, ["environment"]],
    ["a note of 256 characters", { amount: 5, note: "n".repeat(256) }, ["note"]],
    ["a NUL in its note", { amount: 5, note: "\0" }, ["note"]],
    ["three faults", { amount: 0, environment: "PROD", note: 5 }, [
      "amount",
      "environment",
      "note",
    ]],
  ])("%s", async (_, input, fields) => {
    const ports = untouchable<Ports>();
    expect(await faultsOf(() => grantCredits(ports, operatorIn(1), input as { amount: number })))
      .toEqual(
        fields,
      );
  });

  test("an organization that does not exist", async () => {
    const ports = createInMemoryPorts();
    const { code } = await refusalOf(() => grantCredits(ports, operatorIn(1), { amount: 5 }));
    expect(code).toBe("ORGANIZATION_NOT_FOUND");
    expect(ports.memory.creditEntries).toEqual([]);
  });
});

test.each([["LIVE", 1_000_000_000, {}], ["TEST", 1, { environment: "TEST" as const }]])(
  "a grant to %s of %i increases only that balance and has its note in the ledger",
  async (environment, amount, chosen) => {
    const ports = createInMemoryPorts();
    const application = createApplication(ports);
    const { organizationId } = await seedOrganization(application, {
      organization: { credits: 10, testCredits: 10 },
    });
    const input = { amount, note: "Invoice 5", ...chosen };
    expect(await grantCredits(ports, operatorIn(organizationId), input)).toBe(10 + amount);
    expect(await application.getBalances(organizationId)).toEqual({
      LIVE: 10,
      TEST: 10,
      [environment]: 10 + amount,
    });
    expect(ports.memory.creditEntries.at(-1)).toMatchObject({
      environment,
      kind: "GRANTED",
      amount,
      balanceAfter: 10 + amount,
      note: "Invoice 5",
    });
  },
);
