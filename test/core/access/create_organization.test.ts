import { describe, expect, test } from "vitest";
import { createOrganization } from "../../../core/access/create_organization.ts";
import { getBalances, listApiKeys, listOrganizations } from "../../../core/access/organizations.ts";
import type { Ports } from "../../../core/ports.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { operatorCaller, operatorIn } from "../../../core/access/caller.ts";
import { lengthy } from "./staff_samples.ts";

const wanted = {
  name: "Harbour Clinic",
  ownerEmail: "owner@example.com",
  ownerPassword: "a long enough password",
};

describe("an organization is refused", () => {
  test.each<[string, object, string[]]>([
    ["without name and owner", { name: undefined, ownerEmail: undefined }, ["name", "ownerEmail"]],
    ["with a blank name", { name: " " }, ["name"]],
    ["with a name of 256 characters", { name: "n".repeat(256) }, ["name"]],
    ["in no zone of IANA's", { timeZone: "Mars/Base" }, ["timeZone"]],
    ["in an offset", { timeZone: "+01:00" }, ["timeZone"]],
    ["in a zone that is no text", { timeZone: 1 }, ["timeZone"]],
    ["with negative credits", { credits: -1 }, ["credits"]],
    ["with half a credit", { testCredits: 0.5 }, ["testCredits"]],
    ["with over 1,000,000,000 credits", { credits: 1_000_000_001 }, ["credits"]],
    ["with credits as a text", { credits: "5" }, ["credits"]],
    ["with no e-mail address", { ownerEmail: "owner" }, ["ownerEmail"]],
    ["with two e-mail addresses", { ownerEmail: "a@x.org, b@x.org" }, ["ownerEmail"]],
    ["with a long e-mail address", { ownerEmail: `${"a".repeat(250)}@x.org` }, ["ownerEmail"]],
    ["with a password of 11 characters", { ownerPassword: "p".repeat(11) }, ["ownerPassword"]],
    ["with a password of 129 characters", { ownerPassword: "p".repeat(129) }, ["ownerPassword"]],
    ["with a password of 6 emoji", { ownerPassword: "🔑".repeat(6) }, ["ownerPassword"]],
  ])("%s", async (_, change, fields) => {
    const ports = untouchable<Ports>();
    expect(
      await faultsOf(() => createOrganization(ports, operatorCaller, { ...wanted, ...change })),
    ).toEqual(
      fields,
    );
  });
});

describe("a new organization", () => {
  test("may have an OWNER whose e-mail address another organization has", async () => {
    const ports = createInMemoryPorts();
    await createOrganization(ports, operatorCaller, wanted);
    await createOrganization(ports, operatorCaller, { ...wanted, name: "Another" });
    expect(await listOrganizations(ports)).toHaveLength(2);
  });

  test("is in UTC and has no credits by default", async () => {
    const ports = createInMemoryPorts();
    const { organization } = await createOrganization(ports, operatorCaller, wanted);
    expect(organization.timeZone).toBe("UTC");
    expect(await getBalances(ports, operatorIn(organization.id))).toEqual({ LIVE: 0, TEST: 0 });
  });

  test("has the canonical spelling of its zone and the opening balances", async () => {
    const ports = createInMemoryPorts();
    const { organization } = await createOrganization(ports, operatorCaller, {
      ...wanted,
      timeZone: "europe/berlin",
      credits: 1_000_000_000,
      testCredits: 5,
    });
    expect(organization.timeZone).toBe("Europe/Berlin");
    expect(await getBalances(ports, operatorIn(organization.id))).toEqual({
      LIVE: 1_000_000_000,
      TEST: 5,
    });
  });

  test.each([lengthy(12), `${lengthy(64)}${"🔑".repeat(64)}`])(
    "has an OWNER who need not change the given password %s",
    async (ownerPassword) => {
      const ports = createInMemoryPorts();
      const made = await createOrganization(ports, operatorCaller, { ...wanted, ownerPassword });
      expect(made.oneTimePassword).toBeUndefined();
      expect(made.owner).toMatchObject({
        organizationId: made.organization.id,
        email: "owner@example.com",
        role: "OWNER",
        mustChangePassword: false,
        disabledAt: null,
        passwordHash: await ports.hashPassword(ownerPassword),
      });
    },
  );

  test("has an OWNER with a one-time password if none is given", async () => {
    const ports = createInMemoryPorts();
    const { name, ownerEmail } = wanted;
    const { owner, oneTimePassword } = await createOrganization(ports, operatorCaller, {
      name,
      ownerEmail,
    });
    expect(oneTimePassword!.length).toBeGreaterThanOrEqual(12);
    expect(owner.mustChangePassword).toBe(true);
    expect(owner.passwordHash).toBe(await ports.hashPassword(oneTimePassword!));
  });
});

test.each([["getBalances", getBalances], ["listApiKeys", listApiKeys]] as const)(
  "%s() of an unknown organization is refused with ORGANIZATION_NOT_FOUND",
  async (_, read) => {
    const ports = createInMemoryPorts();
    expect((await refusalOf(() => read(ports, operatorIn(1)))).code).toBe("ORGANIZATION_NOT_FOUND");
  },
);
