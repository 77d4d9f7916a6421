import { expect, test } from "vitest";
import { queryOf } from "../../gateway/dashboard/pages/audit/query.ts";
import { listAuditInput } from "../../core/mod.ts";

const queryIn = (address: string) => {
  const params = new URLSearchParams(address);
  return queryOf((name) => params.get(name) ?? "");
};

test("the filters in the address become the query of the service", () => {
  const query = queryIn(
    "subject=api_key&action=revoked&subjectId=7&actor=STAFF&actorId=3&from=2026-01-02&to=2026-02-03",
  );
  expect(query).toEqual({
    page: 0,
    size: 50,
    subjectKind: "api_key",
    action: "api_key.revoked",
    subjectId: 7,
    actorKind: "STAFF",
    actorId: 3,
    startDate: "2026-01-02",
    endDate: "2026-02-03",
  });
  expect(listAuditInput.safeParse(query).success).toBe(true);
});

test.each([
  "subject=toString&actor=constructor&from=yesterday&page=-1",
  "action=created&subjectId=7&actorId=3",
  "subject=credits&action=created&subjectId=x",
])("invalid filters in %s are ignored", (address) => {
  const { subjectKind = "credits", ...rest } = queryIn(address);
  expect({ subjectKind, ...rest }).toEqual({ page: 0, size: 50, subjectKind: "credits" });
});
