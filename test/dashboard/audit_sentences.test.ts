import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApplication } from "../../core/application.ts";
import { auditActions } from "../../core/audit/audit_record.ts";
import { formatInstant } from "../../core/local_date_time.ts";
import type { AuditRecord } from "../../core/mod.ts";
import type { AuditEntry } from "../../gateway/dashboard/api/types.ts";
import { actsOf } from "../../gateway/dashboard/ui/audit_acts.ts";
import { nameOf, setStage, type Stage } from "../support/audit_cases/audit_case.ts";
import { auditCases } from "../support/audit_cases/audit_cases.ts";
import { createInMemoryPorts } from "../support/in_memory/ports.ts";

const noon = Temporal.Instant.from("2026-03-01T12:00:00Z");

/** What an act has left, newest first as the audit lists it. */
interface Done {
  name: string;
  entries: AuditEntry[];
}

let done: Done[];
/** The work after answers. */
const later: Promise<void>[] = [];

/** Runs every audited use case, and acts that leave several entries. */
beforeAll(async () => {
  let at = noon;
  const ports = createInMemoryPorts({
    now: () => at,
    background: { runLater: (work) => void later.push(work()) },
  });
  const { audit } = ports.memory;
  const stage = await setStage({
    application: createApplication(ports),
    deliveryQueue: ports.deliveryQueue,
    pass: (duration) => void (at = at.add(duration)),
  });
  let seen = 0;
  const left = () => audit.slice(seen).map(entryOf).toReversed();
  done = [];
  for (const one of auditCases) {
    const given = await one.given?.(stage);
    seen = audit.length;
    await one.act(stage, given);
    done.push({ name: nameOf(one), entries: left() });
  }
  for (const [name, act] of actsOfManyEntries) {
    const given = await act(stage);
    seen = audit.length;
    await given();
    done.push({ name, entries: left() });
  }
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Acts that leave several entries: each prepares, and returns the act. */
const actsOfManyEntries: [string, (stage: Stage) => Promise<() => Promise<unknown>>][] = [
  ["guessing a password", async ({ application, caller: { organizationId } }) => {
    const email = "guessed@clinic.example";
    const wanted = { email, name: "Grace", role: "STAFF" };
    await application.createStaffUser(organizationId, wanted);
    return async () => {
      await application.signIn({ ipAddress: "203.0.113.80" }, { email, password: "guessed" })
        .catch(() => {});
      await Promise.all(later);
    };
  }],
  ["closing the office", async ({ application, organizationId, caller }) => {
    const names = ["Cars", "Parking", "Permits", "Registry", "Taxes"];
    for (const name of names) await application.createDepartment(organizationId, { name });
    const closure = { from: "2026-05-01", to: "2026-05-01", reason: "Holiday" };
    return () => application.staff.addClosure(caller, { departmentIds: null, ...closure });
  }],
  ["finishing a visit with an appointment", async ({ application, caller, departmentId }) => {
    const dateTime = "2026-03-01T13:30";
    const { id } = await application.staff.createAppointment(caller, {
      departmentId,
      dateTime,
      name: "Ada",
    });
    const visit = await application.staff.arrive(caller, { appointmentId: id });
    await application.staff.callVisit(caller, { id: visit.id, desk: "4" });
    return () => application.staff.finishVisit(caller, { id: visit.id });
  }],
];

function entryOf(record: AuditRecord, id: number): AuditEntry {
  return { ...record, id, at: formatInstant(record.at, "Europe/Oslo") } as AuditEntry;
}

/**
 * Exports are audited, but change nothing, runs of retention have records of many subjects, and a link is used by a sign-in,
 * so they are no cases.
 */
const others: readonly Pick<AuditEntry, "action" | "subjectName" | "changes">[] = [
  {
    action: "organization.appointments_exported",
    subjectName: "Clinic",
    changes: [{ field: "startDate", after: "2026-03-01" }, { field: "search", after: "x" }],
  },
  {
    action: "appointment.exported",
    subjectName: "",
    changes: [{ field: "appointments", after: 2 }],
  },
  { action: "staff.sso_linked", subjectName: "Grace", changes: [] },
  { action: "appointment.expired", subjectName: "", changes: [{ field: "name" }] },
  {
    action: "organization.retention_applied",
    subjectName: "Clinic",
    changes: ["appointments", "visits", "events", "calls"].map((field) => ({ field, after: 2 })),
  },
];

test("every audited action is among the sentences", () => {
  const said = new Set([...done.flatMap(({ entries }) => entries), ...others]
    .map(({ action }) => action));
  expect([...said].toSorted()).toEqual([...auditActions].toSorted());
});

test("one act is one line, and acts of different people or times are not", () => {
  const entriesOf = (name: string) => done.find((one) => one.name === name)!.entries;
  const closing = entriesOf("closing the office");
  expect(closing.length).toBeGreaterThan(6);
  expect(actsOf(closing)).toEqual([{ main: closing.toReversed(), also: [] }]);
  const finishing = entriesOf("finishing a visit with an appointment");
  expect(actsOf(finishing).map(({ main, also }) => [main.length, also.length])).toEqual([[1, 1]]);
  const [first, second, ...rest] = closing as [AuditEntry, AuditEntry, ...AuditEntry[]];
  const later = { ...second, at: "2026-03-01T13:00:01" };
  expect(actsOf([first, later, ...rest])).toHaveLength(3);
  const byOther = { ...second, actor: { ...second.actor, id: 999 } };
  expect(actsOf([first, byOther, ...rest])).toHaveLength(3);
  const byKey = closing.map((one) => ({ ...one, actor: { ...one.actor, kind: "API_KEY" } }));
  expect(actsOf(byKey as AuditEntry[])).toHaveLength(closing.length);
});

// A new action has a new line: look whether a stranger understands it, and renew the files by `npm test -- audit_sentences --update`.
test.each(["en", "de"])("the sentences of every action read well: %s", async (language) => {
  vi.resetModules();
  vi.stubGlobal("document", {});
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: [language] });
  const { sentenceText } = await import("../../gateway/dashboard/pages/audit/sentence_text.ts");
  const { changesOf } = await import("../../gateway/dashboard/pages/audit/changes.ts");
  const { actorText } = await import("../../gateway/dashboard/ui/audit_words.ts");
  const names = {
    ofField: (field: string) =>
      field === "workerId" ? "Amira" : field === "departmentId" ? "Desk" : undefined,
    ofPeople: new Map(),
  };
  const sample = done[0]!.entries[0]!;
  const all = [
    ...done,
    ...others.map((one) => ({ name: one.action, entries: [{ ...sample, ...one }] })),
  ];
  const lines = all.flatMap(({ entries }) =>
    actsOf(entries).map(({ main, also }) =>
      [
        sentenceText(main, names),
        ...changesOf(main, names).map((line) => `    ${line}`),
        ...also.map((entry) => `    + ${sentenceText([entry], names)}`),
      ].join("\n")
    )
  );
  expect(actorText(sample.actor)).not.toBe(sample.actor.name);
  await expect(withoutIds([...new Set(lines)].join("\n") + "\n"))
    .toMatchFileSnapshot(`audit_sentences/${language}.txt`);
});

/** Counters, logins and numbers differ from run to run, or with a new case. */
function withoutIds(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{8}\b/g, "B12").replaceAll(
    /tool_[0-9a-f]{32}/g,
    "tool_metabase",
  )
    .replaceAll(/(No\.|Nr\.|appointment|Termin|[Nn]umber|Nummer) \d+/g, "$1 7");
}
