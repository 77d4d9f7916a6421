import { dateText, dateTimeText, numberText } from "../api/time.ts";
import type { AuditEntry } from "../api/types.ts";

/** How an entry is said: by its action or by what has changed, with the fields that the sentence says. */
export interface SaidEntry {
  /** The key among the texts `special`. Null: the action is said. */
  key: string | null;
  values: Readonly<Record<string, string | number>>;
  saidFields: readonly string[];
}

type Changes = AuditEntry["changes"];
type Saying = (changes: Changes, nameOf: NameOf) => SaidEntry | undefined;

/** Returns the name of a department or a worker of an id, if it is known. */
export type NameOf = (field: string, id: number) => string | undefined;

/** What a visit is, says its sentence. */
const ofVisit = ["state", "outcome", "desk", "calls", "arrivedAt"];

/** Actions that are said by what they have changed. */
const sayings: Readonly<Record<string, Saying>> = {
  "appointment.rescheduled": (changes) => {
    const { before, after } = changeOf(changes, "dateTime") ?? {};
    if (typeof before !== "string" || typeof after !== "string") return undefined;
    const values = { from: dateTimeText(before), to: dateTimeText(after) };
    return { key: "movedTo", values, saidFields: ["dateTime"] };
  },
  "visit.called": (changes) => {
    const desk = changeOf(changes, "desk")?.after;
    return typeof desk === "string"
      ? { key: "calledTo", values: { desk }, saidFields: ofVisit }
      : { key: "calledAgain", values: {}, saidFields: ofVisit };
  },
  "visit.finished": (changes) => {
    const outcome = String(changeOf(changes, "outcome")?.after);
    return { key: `outcome.${outcome}`, values: {}, saidFields: ofVisit };
  },
  "visit.transferred": (changes, nameOf) => {
    const department = nameOf("departmentId", Number(changeOf(changes, "departmentId")?.after));
    if (department === undefined) return undefined;
    const saidFields = [...ofVisit, "departmentId"];
    return { key: "transferredTo", values: { department }, saidFields };
  },
  "department.updated": (changes) =>
    datesSaying(changes, "closure", { added: "closed", removed: "reopened" }) ??
      switchSaying(changes, { on: "bookable", off: "notBookable" }),
  "worker.updated": (changes) =>
    datesSaying(changes, "absence", { added: "away", removed: "back" }) ??
      shiftsSaying(changes) ??
      switchSaying(changes, { on: "workerOn", off: "workerOff" }),
  "staff.role_changed": (changes) =>
    changeOf(changes, "role") ? undefined : { key: "departmentsOf", values: {}, saidFields: [] },
  "credits.granted": (changes) => {
    const { before, after } = changeOf(changes, "balance") ?? {};
    const count = Number(after) - Number(before);
    if (Number.isNaN(count)) return undefined;
    return { key: "granted", values: { count, amount: numberText(count) }, saidFields: [] };
  },
};

/** Fields that the sentence of an action says, or that only machines read. */
const saidBy: Readonly<Record<string, readonly string[]>> = {
  "appointment.archived": ["archivedAt"],
  "organization.created": ["balances", "ownerId"],
  "reporting_token.created": ["name"],
  "reporting_role.created": ["name"],
  "webhook.delivery_retried": ["logId"],
};

/** Returns how entries of one action are said. If what they have changed differs, only the action is said. */
export function sayingOf(entries: readonly AuditEntry[], nameOf: NameOf): SaidEntry {
  const all = entries.map((entry) => oneSaying(entry, nameOf));
  const [first] = all;
  const isOne = all.every((one) => JSON.stringify(one) === JSON.stringify(first));
  return isOne ? first! : plainSaying(entries[0]!);
}

function oneSaying(entry: AuditEntry, nameOf: NameOf): SaidEntry {
  return sayings[entry.action]?.(entry.changes, nameOf) ?? plainSaying(entry);
}

function plainSaying({ action, changes }: AuditEntry): SaidEntry {
  // An appointment that was scheduled needs no word about it.
  const wasScheduled = changeOf(changes, "status")?.before === "SCHEDULED";
  const saidFields = [
    ...(saidBy[action] ?? []),
    ...(action.startsWith("visit.") ? ofVisit : []),
    ...(wasScheduled ? ["status"] : []),
  ];
  return { key: null, values: {}, saidFields };
}

function changeOf(changes: Changes, field: string): Changes[number] | undefined {
  return changes.find((one) => one.field === field);
}

/** A closure or an absence was added or removed. */
function datesSaying(
  changes: Changes,
  field: string,
  { added, removed }: { added: string; removed: string },
): SaidEntry | undefined {
  const change = changes.length === 1 ? changeOf(changes, field) : undefined;
  const dates = change?.after ?? change?.before;
  if (!dates) return undefined;
  return {
    key: change!.after ? added : removed,
    values: spanOf(dates as Dates),
    saidFields: [field],
  };
}

/** The hours of a worker were planned. */
function shiftsSaying(changes: Changes): SaidEntry | undefined {
  const isPlan = changes.length > 0 && changes.every(({ field }) => field === "shifts");
  return isPlan
    ? { key: "shifts", values: { count: changes.length }, saidFields: ["shifts"] }
    : undefined;
}

function switchSaying(
  changes: Changes,
  { on, off }: { on: string; off: string },
): SaidEntry | undefined {
  const change = changes.length === 1 ? changeOf(changes, "isActive") : undefined;
  return change && { key: change.after ? on : off, values: {}, saidFields: ["isActive"] };
}

/** A closure, or an absence, which may have hours. */
export interface Dates {
  from: string;
  to: string;
  reason?: string | null;
  starts?: string | null;
  ends?: string | null;
}

/** Returns the arguments of a text about dates. */
export function spanOf({ from, to, reason, starts, ends }: Dates): Record<string, string> {
  return {
    span: from === to ? "day" : "days",
    from: dateText(from),
    to: dateText(to),
    hasHours: String(Boolean(starts)),
    starts: starts ?? "",
    ends: ends ?? "",
    hasReason: String(Boolean(reason)),
    reason: reason ?? "",
  };
}
