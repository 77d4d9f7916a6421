import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { rotateApiKey } from "../../../core/access/change_api_keys.ts";
import { sha256 } from "../../../gateway/security/crypto.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization, type TestService } from "../../support/seeded.ts";
import { operatorIn } from "../../../core/access/caller.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// Two services on one database, which share nothing but it.

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const client = await clientPerFile(connectionString);
const { organizationId } = await seedOrganization(one);

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => result.status === "rejected" ? result.reason.code : "done");

describe("simultaneous rotations", () => {
  const portsOf = ({ persistence: { apiKeys, organizations } }: TestService) => ({
    now: () => Temporal.Now.instant(),
    randomBytes,
    sha256,
    apiKeys,
    organizations,
  });

  async function newKey() {
    const { key, ...apiKey } = await one.application.createApiKey(organizationId, {
      name: "Website",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    });
    const { lineageId } = await one.application.authenticateApiKey(key);
    return { id: apiKey.id, lineageId, key };
  }

  async function activeIn(lineageId: string): Promise<number[]> {
    const { rows } = await client.query(
      "select id from api_keys where lineage_id = $1 and revoked_at is null",
      [lineageId],
    );
    return rows.map(({ id }) => id);
  }

  test("of one key: one succeeds, every other gets CONFLICT", async () => {
    for (let round = 0; round < 15; round += 1) {
      const { id, lineageId } = await newKey();
      const results = await Promise.allSettled(
        [one, two, one, two].map((service) =>
          rotateApiKey(portsOf(service), operatorIn(organizationId), { id })
        ),
      );
      expect(codesOf(results).sort()).toEqual(["CONFLICT", "CONFLICT", "CONFLICT", "done"]);
      const won = results.find((result) => result.status === "fulfilled")!.value;
      expect(await activeIn(lineageId)).toEqual([won.id]);
      const { rowCount } = await client.query(
        "select from audit_entries where action = 'api_key.rotated' and subject_id = $1",
        [won.id],
      );
      expect(rowCount).toBe(1);
      expect((await two.application.authenticateApiKey(won.key)).apiKeyId).toBe(won.id);
    }
  });

  test("and a revocation leave either no key or the new one", async () => {
    for (let round = 0; round < 15; round += 1) {
      const { id, lineageId } = await newKey();
      const [rotated, revoked] = await Promise.allSettled([
        rotateApiKey(portsOf(one), operatorIn(organizationId), { id }),
        two.application.revokeApiKey({ id }),
      ]);
      expect(revoked.status).toBe("fulfilled");
      const active = await activeIn(lineageId);
      if (rotated.status === "fulfilled") expect(active).toEqual([rotated.value.id]);
      else expect([rotated.reason.code, active]).toEqual(["CONFLICT", []]);
    }
  });

  test("change nothing if they throw after the revocation or cannot store the new key", async () => {
    const { id, lineageId, key } = await newKey();
    const defect = new Error("out of entropy");
    const failing = { ...portsOf(one), sha256: () => Promise.reject(defect) };
    await expect(rotateApiKey(failing, operatorIn(organizationId), { id })).rejects.toBe(defect);
    const taken = { ...portsOf(one), sha256: () => sha256(key) };
    await expect(rotateApiKey(taken, operatorIn(organizationId), { id })).rejects.toThrow(
      /api_keys_key_hash|duplicate/,
    );
    expect(await activeIn(lineageId)).toEqual([id]);
    expect((await two.application.authenticateApiKey(key)).apiKeyId).toBe(id);
  });
});
