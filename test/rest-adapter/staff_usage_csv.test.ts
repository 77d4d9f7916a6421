import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UsageEntry } from "../../core/mod.ts";
import { isFormulaStart, readCsv, undefused } from "./read_csv.ts";
import { openStaffApi } from "./staff_support.ts";

const path = "/api-usage/export/csv?startDate=2026-03-01&endDate=2026-03-01";
const columns = [
  "id",
  "apiKeyName",
  "endpoint",
  "method",
  "statusCode",
  "creditsConsumed",
  "responseTimeMs",
  "timestamp",
  "ipAddress",
  "userAgent",
];
/** Returns whether a spreadsheet that skips invisible characters would run a cell. */
const isFormula = (cell: string) =>
  !/^[+-]\d[\d ]*$/.test(cell) &&
  (/^[\t\r\n]/.test(cell) || isFormulaStart(cell.replace(/^(?:\s|[\p{C}\p{M}\p{DI}])+/u, "")));

const entry: UsageEntry = {
  organizationId: 1,
  apiKeyId: 1,
  environment: "LIVE",
  endpoint: "/api/v1/departments",
  routeTemplate: "GET /api/v1/departments",
  method: "GET",
  statusCode: 200,
  creditsConsumed: 0,
  responseTimeMs: 12,
  timestamp: Temporal.Instant.from("2026-03-01T07:30:00Z"),
  ipAddress: "203.0.113.7",
  userAgent: "booking-client/1.2",
};

const api = await openStaffApi();
const admin = await api.signedInAs("ADMIN");

/** Returns the sent export of calls that are given oldest first. */
async function exported(calls: Partial<UsageEntry>[], keyName = "full"): Promise<string> {
  api.entries.splice(0, Infinity, ...calls.map((call) => ({ ...entry, ...call })));
  api.ports.memory.apiKeys[0]!.name = keyName;
  const response = await admin.send("GET", path);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    .decode(await response.arrayBuffer());
  expect(text[0]).toBe("\ufeff");
  return text.slice(1);
}

const exportedAgents = async (agents: string[]) => {
  const rows = readCsv(await exported(agents.map((userAgent) => ({ userAgent }))));
  return rows.slice(1).map((row) => row[9]!).toReversed();
};

describe("a CSV export", () => {
  test("is CSV in UTF-8 with a file name that contains its days", async () => {
    const response = await admin.send("GET", path);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toBe(
      'attachment; filename="api-usage_2026-03-01_2026-03-01.csv"',
    );
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("is, byte for byte, a header row and one row per call with the fields in the order of the log", async () => {
    const later = Temporal.Instant.from("2026-03-01T22:59:59.999Z");
    const text = await exported([
      {},
      { timestamp: later, method: "POST", statusCode: 201, creditsConsumed: 1, userAgent: "a,b" },
    ]);
    expect(text).toBe(
      `${columns.join(",")}\r\n` +
        '2,full,/api/v1/departments,POST,201,1,12,2026-03-01T23:59:59,203.0.113.7,"a,b"\r\n' +
        "1,full,/api/v1/departments,GET,200,0,12,2026-03-01T08:30:00,203.0.113.7,booking-client/1.2\r\n",
    );
  });

  test("without calls has only the header row", async () => {
    expect(await exported([])).toBe(`${columns.join(",")}\r\n`);
  });
});

describe("a CSV cell", () => {
  test.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ["+1", "+1"],
    ["-1", "-1"],
    ["+49 30 5550100", "+49 30 5550100"],
    ["+", "'+"],
    ["+ 1", "'+ 1"],
    ["-1 2", "'-1 2"],
    ["+49-30", "'+49-30"],
    ["+1\n", "'+1\n"],
    ["+\u0661", "'+\u0661"],
    ["'+1", "''+1"],
    ["@x", "'@x"],
    ["\tx", "'\tx"],
    ["\r\n=1", "'\r\n=1"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ['="a,b"', '\'="a,b"'],
    ["'x", "'x"],
    ["", ""],
    ["x=1", "x=1"],
    [" =1", "' =1"],
    [";=1", "';=1"],
    ["\u{200b}=1", "'\u{200b}=1"],
    ["\u{a0}\u{feff}\u{2066}\0+1", "'\u{a0}\u{feff}\u{2066}\0+1"],
    ["\u{2212}1", "'\u{2212}1"],
    ["\u{200b}x=1", "\u{200b}x=1"],
    ['"', '"'],
    ["a\r\nb", "a\r\nb"],
    ["📅 Zoë", "📅 Zoë"],
    ["\0", "\0"],
  ])("with the text %j is read as %j", async (text, read) => {
    expect(await exportedAgents([text])).toEqual([read]);
    expect(undefused(read)).toBe(text);
  });

  test("that starts with any form of = + - @ ; is escaped, also after invisible characters", async () => {
    const characters = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
      .map((point) => String.fromCodePoint(point));
    const starts = characters.filter(isFormulaStart);
    expect(starts.length).toBeGreaterThan(20);
    const agents = starts.flatMap((start) => [start, `\u{200b}${start}1`, `\u{2060} ${start}1`]);
    expect(await exportedAgents(agents)).toEqual(agents.map((agent) => `'${agent}`));
  });

  test("with any text in any text column is not a formula and gives the text back", async () => {
    const piece = fc.oneof(
      fc.constantFrom("=", "+", "-", "@", ";", "'", '"', ",", "\r", "\n", "\t", " ", "x"),
      fc.constantFrom(
        "＝",
        "＠",
        "﹦",
        "﹣",
        "\u{2212}",
        "\u{200b}",
        "\u{202e}",
        "\u{feff}",
        "\u{a0}",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    const calls = fc.array(
      fc.record({ userAgent: text, endpoint: text, ipAddress: text, method: text }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(calls, text, async (calls, keyName) => {
        const [header, ...rows] = readCsv(await exported(calls, keyName));
        expect(header).toEqual(columns);
        expect(rows.flat().filter(isFormula)).toEqual([]);
        const read = rows.toReversed().map((row) => row.map(undefused));
        expect(read).toEqual(
          calls.map(({ userAgent, endpoint, ipAddress, method }, i) => {
            const sums = ["200", "0", "12", "2026-03-01T08:30:00"];
            return [String(i + 1), keyName, endpoint, method, ...sums, ipAddress, userAgent];
          }),
        );
      }),
      { numRuns: 60 },
    );
  });
});
