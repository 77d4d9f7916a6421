import { describe, expect, test } from "vitest";
import { startCuttingProxy } from "../../support/cutting_proxy.ts";
import { nameOf, setStage } from "../../support/audit_cases/audit_case.ts";
import { auditCases } from "../../support/audit_cases/audit_cases.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { wayThrough, wayTo } from "../../support/pooled.ts";
import { inDatabase } from "../../support/published_events.ts";
import { perFile, servicePerFile } from "../../support/per_file.ts";

// Everything that the audit knows, while the connection is lost at its COMMIT.

const url = await freshDatabase();
const proxy = await perFile(startCuttingProxy(wayTo(url).connectionString));
const service = await servicePerFile(wayThrough(proxy.url, url));
let at = Temporal.Instant.from("2026-03-01T12:00:00Z");
const pass = (duration: Temporal.DurationLike) => {
  at = at.add(duration);
  service.setNow(at.toString());
};
pass({ hours: 0 });
const { application, persistence: { deliveryQueue } } = service;
const stage = await setStage({ application, deliveryQueue, pass });

async function records(): Promise<number> {
  const rows = await inDatabase<{ count: number }>(
    url,
    "select count(*)::int from audit_entries",
  );
  return rows[0]!.count;
}

const named = auditCases.map((one) => [nameOf(one), one] as const);
const isBehindGate =
  /^(bookAppointment|archiveAppointment|moveAppointment|editAppointment|eraseAppointment|actOnTest|grantCredits|staff\.\w+(Appointment|LegalHold)|staff\.markMissed|staff\.arrive|staff\.call(Next|Visit|Again)|staff\.startService|staff\.returnToQueue|staff\.\w+Visit|staff\.endWaitingOfKiosk|staff\.removeFromWaitlist|takeTicket|arriveAtKiosk|cancelOwnAppointment|moveOwnAppointment)/;

describe("a COMMIT whose answer is lost", () => {
  test.each(named)("%s happens once and is answered with success", async (_, one) => {
    const given = await one.given?.(stage);
    const before = await records();
    const cutsBefore = proxy.cutCount;
    proxy.plan = ["on answer"];
    const result = await one.act(stage, given);
    expect(proxy.cutCount).toBe(cutsBefore + 1);
    expect(await records()).toBe(before + 1);
    one.leaves(stage, { given, result });
  });
});

describe("a COMMIT that does not reach the server", () => {
  test.each(named)(
    "%s happens once, or does not happen and is answered with 503",
    async (name, one) => {
      const given = await one.given?.(stage);
      const before = await records();
      const cutsBefore = proxy.cutCount;
      proxy.plan = ["before"];
      const [end] = await Promise.allSettled([one.act(stage, given)]);
      expect(proxy.cutCount).toBe(cutsBefore + 1);
      if (isBehindGate.test(name)) {
        expect(end).toMatchObject({ status: "fulfilled" });
        expect(await records()).toBe(before + 1);
      } else {
        expect(end).toMatchObject({ status: "rejected", reason: { code: "SERVICE_UNAVAILABLE" } });
        expect(await records()).toBe(before);
      }
    },
  );

  test("a session that still waits for it and holds its locks is ended", async () => {
    const { id } = await stage.application.createApiKey(stage.organizationId, {
      name: "Website",
      environment: "TEST",
      scopes: ["READ_APPOINTMENTS"],
    });
    proxy.plan = ["half-open"];
    await expect(stage.application.revokeApiKey({ id })).rejects
      .toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const revoked = await stage.application.revokeApiKey({ id });
    expect(revoked.isActive).toBe(false);
  });
});
