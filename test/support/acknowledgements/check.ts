/** A creation that was answered 201. */
export interface AcknowledgedCreation {
  kind: "created";
  organizationId: number;
  id: number;
  qrCode: string;
  /** Each intended appointment has a name of its own, however often it is requested. */
  name: string;
}

/** A change that was answered 200. Clients change an appointment once at most. */
export interface AcknowledgedChange {
  kind: "changed";
  id: number;
  to: "ARCHIVED" | "CANCELLED" | "COMPLETED";
}

export type Acknowledgement = AcknowledgedCreation | AcknowledgedChange;

/** An event that a webhook's receiver got. */
export interface ReceivedEvent {
  type: string;
  appointment: { id: number; qrCode: string; name: string };
}

/** The rows of a database that acknowledgements are checked against. */
export interface StoredRows {
  appointments: readonly {
    id: number;
    organizationId: number;
    name: string;
    qrCode: string;
    status: string;
    isArchived: boolean;
  }[];
  creditEntries: readonly {
    organizationId: number;
    environment: string;
    appointmentId: number | null;
    kind: string;
    amount: number;
  }[];
  balances: readonly { organizationId: number; environment: string; balance: number }[];
}

/**
 * Compares what callers were answered with what the database holds, and returns a line for each difference:
 * acknowledged appointments that are lost or belong to another person, acknowledged changes that are lost,
 * appointments made twice, balances and appointments that differ from the ledger, and events of appointments
 * that do not exist. Returns [] if nothing acknowledged was lost.
 */
export function findViolations(
  { acknowledgements, events }: {
    acknowledgements: readonly Acknowledgement[];
    events: readonly ReceivedEvent[];
  },
  stored: StoredRows,
): string[] {
  return [
    ...differencesOfAcknowledgements(acknowledgements, stored),
    ...duplicates(stored),
    ...differencesOfLedger(stored),
    ...differencesOfEvents(events, stored),
  ];
}

function* differencesOfAcknowledgements(
  acknowledgements: readonly Acknowledgement[],
  { appointments }: StoredRows,
): Generator<string> {
  const byId = new Map(appointments.map((appointment) => [appointment.id, appointment]));
  for (const acknowledged of acknowledgements) {
    const { id } = acknowledged;
    const found = byId.get(id);
    if (!found) {
      yield `lost: appointment ${id} (${acknowledged.kind}) does not exist`;
    } else if (acknowledged.kind === "changed") {
      const { to } = acknowledged;
      const isKept = to === "ARCHIVED" ? found.isArchived : found.status === to;
      if (!isKept) yield `lost: appointment ${id} is not ${to}`;
    } else if (
      found.organizationId !== acknowledged.organizationId || found.name !== acknowledged.name ||
      found.qrCode !== acknowledged.qrCode
    ) {
      yield `replaced: appointment ${id} of ${acknowledged.name} is now of ${found.name}`;
    }
  }
}

function* duplicates({ appointments }: StoredRows): Generator<string> {
  const named = Map.groupBy(appointments, ({ name }) => name);
  for (const [name, { length }] of named) {
    if (length > 1) yield `duplicate: ${name} has ${length} appointments`;
  }
}

function* differencesOfLedger(
  { appointments, creditEntries, balances }: StoredRows,
): Generator<string> {
  for (const { organizationId, environment, balance } of balances) {
    const sum = creditEntries
      .filter((entry) => entry.organizationId === organizationId)
      .filter((entry) => entry.environment === environment)
      .reduce((total, { amount }) => total + amount, 0);
    if (sum !== balance) {
      yield `ledger: organization ${organizationId} ${environment} has ${balance}, entries give ${sum}`;
    }
  }
  const entriesOf = Map.groupBy(creditEntries, ({ appointmentId }) => appointmentId);
  for (const { id, status } of appointments) {
    const kinds = (entriesOf.get(id) ?? []).map(({ kind }) => kind).toSorted().join(" ");
    const expected = status === "CANCELLED" ? "CONSUMED REFUNDED" : "CONSUMED";
    if (kinds !== expected) yield `ledger: appointment ${id} (${status}) has entries "${kinds}"`;
  }
  const existing = new Set(appointments.map(({ id }) => id));
  for (const id of entriesOf.keys()) {
    if (id !== null && !existing.has(id)) yield `ledger: entries of ${id}, which does not exist`;
  }
}

function* differencesOfEvents(
  events: readonly ReceivedEvent[],
  { appointments }: StoredRows,
): Generator<string> {
  const byId = new Map(appointments.map((appointment) => [appointment.id, appointment]));
  for (const { type, appointment: { id, qrCode, name } } of events) {
    const found = byId.get(id);
    if (found?.qrCode !== qrCode || found.name !== name) {
      yield `event: ${type} of ${name} names appointment ${id}, which does not exist`;
    }
  }
}
