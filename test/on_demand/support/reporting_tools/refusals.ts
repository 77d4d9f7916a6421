import { expect } from "vitest";
import { duckdb, libreOffice, pandas } from "./judges.ts";
import { isql } from "./odbc.ts";
import { listUrl, type Stage } from "./stage.ts";

/** Checks that nobody else gets anything, with each tool. Returns how many attempts were refused. */
export async function checkRefusals(stage: Stage): Promise<number> {
  const { url, own, other, application, newToken, newRole, removeRole } = stage;
  let refused = 0;
  const refuses = async (attempt: Promise<unknown>, words: RegExp) => {
    await expect(attempt).rejects.toThrow(words);
    refused += 1;
  };

  const { id, token } = await newToken(own.organizationId);
  await application.revokeReportingToken(id);
  for (const tokenOfNobody of [token, "wrong"]) {
    const outside = { ...stage, token: tokenOfNobody };
    await refuses(libreOffice(outside), /The link could not be updated/);
    await refuses(pandas(outside), /HTTP Error 401/);
    await refuses(duckdb(outside), /error: 401/);
  }

  const wrong = { ...stage.role, password: "wrong" };
  await refuses(isql(wrong, "select 1"), /password authentication failed/);
  const removed = await newRole(own.organizationId);
  await removeRole(removed.name);
  await refuses(isql(removed, "select 1"), /authentication failed|does not exist/);
  for (const statement of ["select * from public.appointments", "delete from departments"]) {
    await refuses(isql(stage.role, statement), /permission denied/);
  }

  const foreign = await newToken(other.organizationId);
  const headers = { Authorization: `Bearer ${foreign.token}` };
  const list = await (await fetch(listUrl(url), { headers })).text();
  const foreignRole = await newRole(other.organizationId);
  const ids = own.departmentIds.join();
  const found = await isql(
    foreignRole,
    `select count(*), count(*) filter (where department_id in (${ids})) from appointments`,
  );
  // Both see rows of their own organization, and none of the other one.
  expect(Number(found[0]![0])).toBeGreaterThan(0);
  expect(found[0]![1]).toBe("0");
  const idsOf = (text: string) =>
    text.split("\r\n").slice(1, -1).map((line) => line.split(",")[0]!);
  const ownIds = new Set(
    idsOf(
      await (await fetch(listUrl(url), { headers: { Authorization: `Bearer ${stage.token}` } }))
        .text(),
    ),
  );
  expect(idsOf(list).length).toBeGreaterThan(0);
  expect(idsOf(list).filter((one) => ownIds.has(one))).toEqual([]);
  return refused + 2;
}
