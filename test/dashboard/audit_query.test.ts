import { expect, test } from "vitest";
import { queryOf } from "../../gateway/dashboard/pages/audit/query.ts";
import { listAuditInput } from "../../core/mod.ts";

const queryIn = (address: string) => {
  const params = new URLSearchParams(address);
  return queryOf((name) => params.get(name) ?? "");
};

test("the filters of the address become the query of the service", () => {
  const query = queryIn(
    "subject=api_key&deed=revoked&subjectId=7&actor=STAFF&actorId=3&from=2026-01-02&to=2026-02-03",
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
  "deed=created&subjectId=7&actorId=3",
  "subject=credits&deed=created&subjectId=x",
])("what makes no sense in %s is left out", (address) => {
  const { subjectKind = "credits", ...rest } = queryIn(address);
  expect({ subjectKind, ...rest }).toEqual({ page: 0, size: 50, subjectKind: "credits" });
});
