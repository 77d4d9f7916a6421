import { expect, test } from "vitest";
import { openGraphql } from "./support.ts";

test("the organization of the token, and no other", async () => {
  await using graphql = await openGraphql({ timeZone: "Europe/Berlin" });
  const { status, body } = await graphql.ask("{ organization { name timeZone } }");
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { organization: { name: "Test", timeZone: "Europe/Berlin" } },
  });
});
