import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectFocused, expectSeen, expectShown, openSignedIn } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

/** A form of the dashboard, without the one of a new appointment (sessions.test.ts). */
interface FormCase {
  name: string;
  /** The address of the page. DEPARTMENT and APPOINTMENT are replaced by ids of the demo. */
  path: string;
  /** The names of the buttons that open the form. */
  opens?: string[];
  /** The texts that are typed, by the label of the field. EMAIL is replaced by a new address. */
  texts?: Record<string, string>;
  /** The date that is typed into the field "From". */
  from?: string;
  saves: string;
  procedure: string;
  /** Waits for a text that confirms the save. */
  saved: string | RegExp;
  /** Returns one row for each time that the form was saved. $1 is the organization. */
  rows: string;
}

const forms: FormCase[] = [
  {
    name: "a new department",
    path: "/departments",
    opens: ["New department"],
    texts: { Name: "Kept Department" },
    saves: "Create department",
    procedure: "departments.create",
    saved: "This department can’t be booked yet",
    rows: "select 1 from departments where organization_id = $1 and name = 'Kept Department'",
  },
  {
    name: "the settings of a department",
    path: "/departments/DEPARTMENT?tab=general",
    texts: { Address: "Kept Street 1" },
    saves: "Save",
    procedure: "departments.update",
    saved: /^Saved$/,
    rows: "select 1 from departments where organization_id = $1 and address = 'Kept Street 1'",
  },
  {
    name: "a closure",
    path: "/departments/DEPARTMENT?tab=closures",
    texts: { Reason: "Kept closure" },
    from: "24122029",
    saves: "Add closure",
    procedure: "departments.addClosure",
    saved: /24 Dec 2029/,
    rows: `select jsonb_array_elements(closures) from departments
      where organization_id = $1 and closures::text like '%Kept closure%'`,
  },
  {
    name: "a new worker",
    path: "/departments/DEPARTMENT?tab=workers",
    texts: { "New staff member": "Kept Worker" },
    saves: "Add staff member",
    procedure: "workers.create",
    saved: "Kept Worker added",
    rows: "select 1 from workers where organization_id = $1 and name = 'Kept Worker'",
  },
  {
    name: "an absence",
    path: "/departments/DEPARTMENT?tab=workers",
    opens: ["Absences of Kept Worker"],
    texts: { Reason: "Kept absence" },
    from: "24122029",
    saves: "Add absence",
    procedure: "workers.addAbsence",
    saved: "Absence added",
    rows: `select jsonb_array_elements(absences) from workers
      where organization_id = $1 and absences::text like '%Kept absence%'`,
  },
  {
    name: "a new webhook",
    path: "/webhooks",
    opens: ["Create webhook"],
    texts: { "Endpoint URL": "https://kept.example/hook" },
    saves: "Create webhook",
    procedure: "webhooks.create",
    saved: "Signing secret",
    rows: "select 1 from webhooks where organization_id = $1 and url = 'https://kept.example/hook'",
  },
  {
    name: "a new API key",
    path: "/api-keys",
    opens: ["Create key"],
    texts: { Name: "Kept Key", "Rate limit (requests per hour)": "77" },
    saves: "Create key",
    procedure: "apiKeys.create",
    saved: "Key created",
    rows: `select 1 from api_keys
      where organization_id = $1 and name = 'Kept Key' and rate_limit_per_hour = 77`,
  },
  {
    name: "a new reporting token",
    path: "/reporting-tokens",
    opens: ["Create token"],
    texts: { Name: "Kept Token" },
    saves: "Create token",
    procedure: "reportingTokens.create",
    saved: "Token created",
    rows: "select 1 from reporting_tokens where organization_id = $1 and name = 'Kept Token'",
  },
  {
    name: "a new screen",
    path: "/screens",
    opens: ["Add screen"],
    texts: { Name: "Kept Screen" },
    saves: "Add screen",
    procedure: "screens.create",
    saved: "Screen added",
    rows: "select 1 from screens where organization_id = $1 and name = 'Kept Screen'",
  },
  {
    name: "an invitation",
    path: "/team",
    opens: ["Invite"],
    texts: { Name: "Kept Colleague", "E-mail": "EMAIL" },
    saves: "Invite",
    procedure: "staff.invite",
    saved: "Kept Colleague’s one-time password",
    rows: "select 1 from staff_users where organization_id = $1 and name = 'Kept Colleague'",
  },
  {
    name: "the note of an appointment",
    path: "/appointments/APPOINTMENT",
    opens: ["Edit"],
    texts: { "Note (optional)": "Kept note" },
    saves: "Save",
    procedure: "appointments.update",
    saved: "Changes saved",
    rows: "select 1 from appointments where organization_id = $1 and note = 'Kept note'",
  },
  {
    name: "the settings of the organization",
    path: "/settings",
    texts: { Name: "Kept Organization" },
    saves: "Save",
    procedure: "organization.update",
    saved: /^Saved$/,
    rows: "select 1 from organizations where id = $1 and name = 'Kept Organization'",
  },
];

describe.skipIf(!hasChromium)("a session that ends while a form is filled in", () => {
  let dashboard: Dashboard;
  let page: Page;
  let complaints: string[];
  let appointmentId: number;

  beforeAll(async () => {
    dashboard = await startDashboard();
    const { rows: [first] } = await dashboard.sql.query(
      "select id from appointments where organization_id = $1 and status = 'SCHEDULED' order by id desc",
      [dashboard.demo.organizationId],
    );
    appointmentId = first.id;
    ({ page, complaints } = await openPage(dashboard.browser));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function signInOverPage(): Promise<void> {
    const over = dialog(page, "Sign in to continue");
    await expectFocused(over.getByLabel("Password", { exact: true }));
    await over.getByLabel("Password", { exact: true }).fill(dashboard.owner.password);
    await over.getByRole("button", { name: "Sign in" }).click();
    await over.waitFor({ state: "detached" });
  }

  test.each(forms)("keeps $name, which is saved once after a new sign-in", async (form) => {
    const path = form.path.replace("DEPARTMENT", String(dashboard.demo.departments[0]!.id))
      .replace("APPOINTMENT", String(appointmentId));
    await page.goto(dashboard.url + path);
    for (const name of form.opens ?? []) {
      await page.getByRole("button", { name, exact: true }).first().click();
    }
    const field = (label: string) => page.getByRole("textbox", { name: label, exact: true }).last();
    const texts = Object.entries(form.texts ?? {}).map(([label, text]) =>
      [label, text.replace("EMAIL", `${crypto.randomUUID()}@kept.example`)] as const
    );
    for (const [label, text] of texts) await field(label).fill(text);
    const from = page.getByRole("group", { name: "From", exact: true });
    if (form.from) {
      await from.getByRole("spinbutton").first().click();
      await page.keyboard.type(form.from);
    }

    const released = Promise.withResolvers<void>();
    const call = `**/trpc/${form.procedure}*`;
    let calls = 0;
    await page.route(call, async (route) => {
      calls += 1;
      // The session ends when the first request leaves the browser. The second one waits until the form was looked at.
      if (calls === 1) await dashboard.endSessions();
      else await released.promise;
      await route.continue();
    });
    // A page may have several forms.
    await page.locator("form").filter({ has: field(texts[0]![0]) })
      .getByRole("button", { name: form.saves, exact: true }).click();
    await signInOverPage();
    for (const [label, text] of texts) {
      await expectShown(field(label));
      expect(await field(label).inputValue()).toBe(text);
    }
    if (form.from) {
      expect((await from.getByRole("spinbutton").allInnerTexts()).join("")).toBe(form.from);
    }
    released.resolve();
    await expectSeen(page, form.saved);
    await page.unroute(call);
    expect(calls).toBe(2);
    const { rowCount } = await dashboard.sql.query(form.rows, [dashboard.demo.organizationId]);
    expect(rowCount).toBe(1);
  });

  test("the page had no other errors", () => {
    const refusals = /Failed to load resource: the server responded with a status of 401/;
    expect(complaints.filter((one) => !refusals.test(one))).toEqual([]);
  });
});
