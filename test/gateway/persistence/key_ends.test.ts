import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";

const connectionString = await freshDatabase();
const service = await servicePerFile(connectionString);
const client = await clientPerFile(connectionString);
const { organizationId } = await seedOrganization(service);

test("the clock of the database decides whether a key has ended", async () => {
  const { application } = service;
  const { id, key } = await application.createApiKey(organizationId, {
    name: "Website",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
  });
  const endsIn = (interval: string) =>
    client.query("update api_keys set expires_at = now() + $2::interval where id = $1", [
      id,
      interval,
    ]);
  const isValid = () => application.authenticateApiKey(key).then(() => true, () => false);
  expect(await isValid()).toBe(true);
  await endsIn("1 minute");
  expect(await isValid()).toBe(true);
  await endsIn("-1 millisecond");
  expect(await isValid()).toBe(false);
  await endsIn("1 minute");
  expect(await isValid()).toBe(true);
  const { rows } = await client.query("select version from api_keys where id = $1", [id]);
  expect(rows).toEqual([{ version: 4 }]);
});
