import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { openBrowser, openTeam } from "../support/staff_browser.ts";

test("in production, over https, cookies are Secure, the query explorer is closed, and the configured limits hold", async () => {
  const origin = "https://book.example.com";
  await using api = await startApi({
    environment: {
      NODE_ENV: "production",
      PUBLIC_URL: origin,
      SESSION_SECRET: "s".repeat(32),
      SECRETS_KEY: "0f".repeat(32),
      REPORTING_COST_PER_HOUR: "3",
    },
  });
  const { staff, tenant: { organizationId } } = await openTeam(api);
  const browser = openBrowser(api);
  const { headers } = await browser.signIn(staff.ADMIN);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
    expect.stringMatching(
      /^__Host-browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);

  const url = `${api.services[0]!.url}/graphql`;
  const explorer = await fetch(url, { headers: { Accept: "text/html", Cookie: browser.cookie } });
  expect(explorer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const { token } = await api.seeding.application
    .createReportingToken(organizationId, { name: "Metabase" });
  const report = () =>
    fetch(`${url}?query={organization{name}}`, { headers: { Authorization: `Bearer ${token}` } });
  const answers = [await report(), await report()];
  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  expect(answers.map((answer) => answer.headers.get("X-RateLimit-Limit"))).toEqual(["3", "3"]);

  const { email, password } = staff.OWNER;
  for (let failures = 0; failures < 5; failures += 1) {
    const wrong = { email, password: "not the password" };
    expect((await openBrowser(api).signIn(wrong)).status).toBe(401);
  }
  const refused = await openBrowser(api).signIn({ email, password });
  expect(refused.body.error.code).toBe("RATE_LIMIT_EXCEEDED");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);

  const own = { Origin: origin };
  expect((await browser.call("DELETE", "/session", { headers: own })).status).toBe(204);
  expect(api.services[0]!.errors()).not.toContain("Secure");
});
