import type { Act, ActKind, AppointmentHistory } from "./history.ts";

/** What a database, a reader of the feed and a receiver of webhooks have, to compare with the histories of callers. */
export interface Evidence {
  appointments: readonly {
    organizationId: number;
    id: number;
    name: string;
    qrCode: string;
    status: string;
    isArchived: boolean;
    departmentId: number;
    /** `YYYY-MM-DDTHH:mm:ss`. */
    dateTime: string;
  }[];
  /** Of appointments, in the order of their ids, which is the order of the commits of an organization. */
  auditEntries: readonly { organizationId: number; appointmentId: number; action: string }[];
  /** Events of appointments as a reader got them. */
  feed: readonly FeedEvent[];
  /** In the order of their arrival. */
  deliveries: readonly { eventId: string; deliveryId: string; body: string }[];
}

export interface FeedEvent {
  organizationId: number;
  id: string;
  type: string;
  appointmentId: number;
  /** The bytes of the event. */
  body: string;
}

type Row = Evidence["appointments"][number];

const actions: Record<ActKind, string> = {
  created: "appointment.created",
  moved: "appointment.rescheduled",
  cancelled: "appointment.cancelled",
  archived: "appointment.archived",
  completed: "appointment.completed",
};
const types: Record<ActKind, string> = {
  created: "appointment.created",
  moved: "appointment.updated",
  cancelled: "appointment.cancelled",
  archived: "appointment.cancelled",
  completed: "appointment.completed",
};

/**
 * Compares the histories of all callers with the evidence, and returns a line for each difference. The first word of a
 * line is its class: lost, doubled, refused (something that no caller requested, or that was refused, is there), audit,
 * feed, webhook. Returns [] if every acknowledged act is there once, every unknown one once or not at all, and no other.
 */
export function findDifferences(
  histories: readonly AppointmentHistory[],
  evidence: Evidence,
): string[] {
  const found: string[] = [];
  const rows = Map.groupBy(evidence.appointments, nameOf);
  const entries = Map.groupBy(evidence.auditEntries, subjectOf);
  const events = Map.groupBy(evidence.feed, subjectOf);
  const actOf = new Map<string, Act>();
  for (const history of histories) {
    const name = nameOf(history);
    const [row, ...others] = rows.get(name) ?? [];
    rows.delete(name);
    if (others.length > 0) found.push(`doubled: ${name} has ${others.length + 1} appointments`);
    const creation = history.acts[0];
    if (!row) {
      if (creation?.outcome === "acknowledged") found.push(`lost: appointment of ${name}`);
      continue;
    }
    if (!creation || creation.outcome === "refused") {
      found.push(`refused: ${name} has an appointment`);
    }
    const subject = subjectOf({ ...row, appointmentId: row.id });
    const audited = (entries.get(subject) ?? []).map(({ action }) => action);
    const acts = carriedOut(history, audited);
    found.push(...differencesOfRow(history, row, acts));
    const wanted = acts.map(({ kind }) => actions[kind]);
    if (audited.join() !== wanted.join()) {
      found.push(`audit: ${name} has entries "${audited.join(" ")}", acts "${wanted.join(" ")}"`);
    }
    const published = events.get(subject) ?? [];
    const wantedTypes = acts.map(({ kind }) => types[kind]);
    if (published.map(({ type }) => type).join() !== wantedTypes.join()) {
      const have = published.map(({ type }) => type).join(" ");
      found.push(`feed: ${name} has events "${have}", acts "${wanted.join(" ")}"`);
    } else {
      published.forEach(({ id }, i) => actOf.set(id, acts[i]!));
    }
    events.delete(subject);
    entries.delete(subject);
  }
  for (const name of rows.keys()) found.push(`refused: nobody requested ${name}`);
  for (const subject of entries.keys()) found.push(`audit: entries of ${subject}, unknown`);
  for (const subject of events.keys()) found.push(`feed: events of ${subject}, unknown`);
  found.push(...differencesOfOrder(evidence, actOf));
  found.push(...differencesOfDeliveries(evidence));
  return found;
}

/** The acknowledged acts of an appointment that exists, and the unknown one if the audit log has it. */
function carriedOut({ acts }: AppointmentHistory, audited: readonly string[]): Act[] {
  if (acts[0]?.outcome === "unknown") return [acts[0]];
  const acknowledged = acts.filter(({ outcome }) => outcome === "acknowledged");
  const withUnknown = acts.filter(({ outcome }) => outcome !== "refused");
  const isThere = audited.join() === withUnknown.map(({ kind }) => actions[kind]).join();
  return isThere ? withUnknown : acknowledged;
}

function* differencesOfRow(
  { id = 0, qrCode, ...history }: AppointmentHistory,
  row: Row,
  acts: readonly Act[],
): Generator<string> {
  const name = nameOf(history);
  if (qrCode !== undefined && (row.id !== id || row.qrCode !== qrCode)) {
    yield `lost: ${name} was given ${id}, and has ${row.id}`;
  }
  const last = acts.at(-1)?.kind;
  const status = last === "cancelled" || last === "completed" ? last.toUpperCase() : "SCHEDULED";
  const isArchived = last === "archived";
  if (row.status !== status || row.isArchived !== isArchived) {
    const state = `${row.status}${row.isArchived ? ", archived" : ""}`;
    yield `lost: ${name} is ${state}, its last change is ${last}`;
  }
  const place = acts.findLast((act) => act.place !== undefined)?.place;
  if (place && (row.departmentId !== place.departmentId || row.dateTime !== place.dateTime)) {
    yield `lost: ${name} is at ${row.dateTime} in ${row.departmentId}, not where it was moved last`;
  }
}

/**
 * The feed has each event once, in the order of the audit log. An act that was requested after another one of the
 * organization was answered comes after it: callers have seen this order, so it does not depend on the database.
 */
function* differencesOfOrder(
  { feed, auditEntries }: Evidence,
  actOf: ReadonlyMap<string, Act>,
): Generator<string> {
  const seen = new Set<string>();
  for (const { id } of feed) {
    if (seen.has(id)) yield `feed: event ${id} came twice`;
    seen.add(id);
  }
  const audited = Map.groupBy(auditEntries, ({ organizationId }) => organizationId);
  for (const [organizationId, events] of Map.groupBy(feed, (event) => event.organizationId)) {
    let latestRequest = -Infinity;
    for (const { id, type, appointmentId } of events) {
      const act = actOf.get(id);
      if (!act) continue;
      if (act.outcome === "acknowledged" && act.answeredAtMs < latestRequest) {
        yield `feed: ${type} of ${appointmentId} comes after an event that was requested later`;
      }
      latestRequest = Math.max(latestRequest, act.requestedAtMs);
    }
    const order = events.map(({ appointmentId }) => appointmentId);
    const committed = (audited.get(organizationId) ?? []).map((entry) => entry.appointmentId);
    const at = order.findIndex((appointmentId, i) => appointmentId !== committed[i]);
    if (at >= 0) {
      yield `feed: event ${
        at + 1
      } of organization ${organizationId} is not in the order of the audit`;
    }
  }
}

/** Each event was delivered at least once, each time with its bytes. The order is not promised. */
function* differencesOfDeliveries({ feed, deliveries }: Evidence): Generator<string> {
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  // The events that a reader got twice are reported above.
  for (const { id, type, body } of new Map(feed.map((event) => [event.id, event])).values()) {
    const received = byEvent.get(id) ?? [];
    byEvent.delete(id);
    if (received.length === 0) yield `webhook: ${type} ${id} was not delivered`;
    if (received.some((delivery) => delivery.body !== body)) {
      yield `webhook: ${type} ${id} was delivered with other bytes`;
    }
    if (new Set(received.map(({ deliveryId }) => deliveryId)).size > 1) {
      yield `webhook: ${type} ${id} was repeated with another X-Service-Delivery`;
    }
  }
  for (const id of byEvent.keys()) yield `webhook: ${id} was delivered and is not in the feed`;
}

function nameOf({ organizationId, name }: { organizationId: number; name: string }): string {
  return `${name} of organization ${organizationId}`;
}

function subjectOf(
  { organizationId, appointmentId }: { organizationId: number; appointmentId: number },
): string {
  return `appointment ${appointmentId} of organization ${organizationId}`;
}
