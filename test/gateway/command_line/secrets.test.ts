import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { secretContext, totpContext } from "../../../core/ports.ts";
import { createSecretBox } from "../../../gateway/security/secret_box.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { adminHere, run, sayHere } from "../process/spawned.ts";

const url = await freshDatabase();
const service = await servicePerFile(url);
const client = await clientPerFile(url);
const { organizationId } = await seedOrganization(service);
const context = secretContext(organizationId);
const [old, present] = [randomBytes(32), randomBytes(32)];
const environment = {
  DATABASE_URL: url,
  SESSION_SECRET: "a secret of the service, long enough",
  SECRETS_KEY: present.toString("base64"),
};
const both = { ...environment, SECRETS_KEY_PREVIOUS: old.toString("base64") };
const rotate = ["secrets", "rotate"];

/** Stores webhooks, each with three secrets that a key has sealed. */
async function store(count: number, key = old): Promise<void> {
  const box = createSecretBox(key);
  const seals = Array.from({ length: count }, (_, i) => box.seal(`whsec_${i}`, context));
  await client.query(
    `insert into webhooks (organization_id, url, events, is_active, include_test, sealed_secret,
      previous_sealed_secret, secret_replaced_at, earlier_secrets, created_at, consecutive_failures)
    select $1, 'https://example.org', '{APPOINTMENT_CREATED}', true, false, s, s, now(),
      jsonb_build_array(jsonb_build_object('sealedSecret', s, 'replacedAt', '2026-03-01T12:00:00Z')),
      now(), 0 from unnest($2::text[]) s`,
    [organizationId, seals],
  );
}

/** Returns how many stored secrets a key opens. */
async function countOpened(key: Uint8Array): Promise<number> {
  const box = createSecretBox(key);
  const { rows } = await client.query(
    `select unnest(array[sealed_secret, previous_sealed_secret,
      earlier_secrets->0->>'sealedSecret']) as sealed from webhooks`,
  );
  return rows.filter(({ sealed }) => {
    try {
      return box.open(sealed, context) !== "";
    } catch {
      return false;
    }
  }).length;
}

test("a killed rotation is finished by the next one, which says when the previous key can be removed", async () => {
  await store(2500);
  const killed = run("command_line/admin.ts", { words: rotate, environment: both });
  // Kills it between two of its transactions.
  let opened = 0;
  while (opened === 0) opened = await countOpened(present);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const before = await countOpened(present);
  expect(before).toBeGreaterThan(0);
  expect(before + await countOpened(old)).toBe(7500);

  expect(await adminHere(rotate, both))
    .toEqual({ code: 0, json: { changed: 7500 - before, left: 0 } });
  expect([await countOpened(present), await countOpened(old)]).toEqual([7500, 0]);
  const { code, out } = await sayHere(rotate, environment);
  expect([code, out]).toEqual([0, expect.stringMatching(/0 rows .* remove SECRETS_KEY_PREVIOUS/)]);
});

test("a rotation refuses to call the previous key unneeded while one secret needs another key", async () => {
  await store(1, randomBytes(32));
  const { code, out } = await sayHere(rotate, both);
  expect([code, out]).toEqual([1, expect.stringMatching(/3 secrets .* Keep SECRETS_KEY_PREVIOUS/)]);
  await client.query("delete from webhooks where id = (select max(id) from webhooks)");
  await store(1);
  const without = await sayHere([...rotate, "--json"], environment);
  expect([without.code, JSON.parse(without.out)]).toEqual([1, { changed: 0, left: 3 }]);
  expect(await adminHere(rotate, both)).toEqual({ code: 0, json: { changed: 3, left: 0 } });
});

test("a rotation encrypts the seeds of authenticator apps again, and knows every sealed column", async () => {
  const { rows: [{ id }] } = await client.query("select id from staff_users limit 1");
  const ofUser = totpContext({ organizationId, id });
  const { rows: [factor] } = await client.query(
    `insert into factors (organization_id, staff_user_id, kind, name, sealed_secret, used_until, created_at)
    values ($1, $2, 'TOTP', 'App', $3, now(), now()) returning id`,
    [organizationId, id, createSecretBox(old).seal("seed", ofUser)],
  );
  expect(await adminHere(rotate, both)).toEqual({ code: 0, json: { changed: 1, left: 0 } });
  const { rows: [{ sealed }] } = await client.query(
    "select sealed_secret as sealed from factors where id = $1",
    [factor.id],
  );
  expect(createSecretBox(present).open(sealed, ofUser)).toBe("seed");
  const { rows } = await client.query(
    `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'sealed_secret|earlier_secrets' order by 1`,
  );
  // A new column with encrypted texts belongs into `sealedColumns`, and then here.
  expect(rows.map(({ name }) => name)).toEqual([
    "factors.sealed_secret",
    "identity_providers.sealed_secret",
    "webhooks.earlier_secrets",
    "webhooks.previous_sealed_secret",
    "webhooks.sealed_secret",
  ]);
});
