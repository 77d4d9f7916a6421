import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const { organizationId } = await seedOrganization(one);
const caller = staffOf(organizationId);

test("of simultaneous replacements of a secret on two services one wins, and the others get CONFLICT", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await one.application.staff.createWebhook(caller, {
      url: "https://example.org/hook",
      events: ["APPOINTMENT_CREATED"],
    });
    const results = await Promise.allSettled(
      [one, two, one, two].map(({ application }) =>
        application.staff.replaceWebhookSecret(caller, { id })
      ),
    );
    const outcomes = results.map((result) =>
      result.status === "rejected" ? result.reason.code : "replaced"
    );
    expect(outcomes.sort()).toEqual(["CONFLICT", "CONFLICT", "CONFLICT", "replaced"]);
    // One after the other is no conflict.
    await two.application.staff.replaceWebhookSecret(caller, { id });
  }
});
