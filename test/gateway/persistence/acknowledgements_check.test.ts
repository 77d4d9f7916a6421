import { expect, test } from "vitest";
import {
  type Acknowledgement,
  findViolations,
  type ReceivedEvent,
  type StoredRows,
} from "../../support/acknowledgements/check.ts";

// The checker of the proofs that kill databases, against planted violations.

type Appointment = StoredRows["appointments"][number];
type CreditEntry = StoredRows["creditEntries"][number];

/** Two appointments, one of them cancelled, as they should be after 10 granted credits. */
function sound() {
  const appointments: Appointment[] = [
    { id: 1, organizationId: 7, name: "Ada", qrCode: "A", status: "SCHEDULED", isArchived: true },
    { id: 2, organizationId: 7, name: "Ben", qrCode: "B", status: "CANCELLED", isArchived: false },
  ];
  const entry = (kind: string, amount: number, appointmentId: number | null): CreditEntry => ({
    organizationId: 7,
    environment: "LIVE",
    appointmentId,
    kind,
    amount,
  });
  const acknowledgements: Acknowledgement[] = [
    { kind: "created", organizationId: 7, id: 1, qrCode: "A", name: "Ada" },
    { kind: "created", organizationId: 7, id: 2, qrCode: "B", name: "Ben" },
    { kind: "changed", id: 1, to: "ARCHIVED" },
    { kind: "changed", id: 2, to: "CANCELLED" },
  ];
  const events: ReceivedEvent[] = [
    { type: "appointment.created", appointment: { id: 1, qrCode: "A", name: "Ada" } },
  ];
  const creditEntries = [
    entry("GRANTED", 10, null),
    entry("CONSUMED", -1, 1),
    entry("CONSUMED", -1, 2),
    entry("REFUNDED", 1, 2),
  ];
  const balances = [{ organizationId: 7, environment: "LIVE", balance: 9 }];
  return { appointments, acknowledgements, events, creditEntries, balances, entry };
}

const violationsOf = (state: ReturnType<typeof sound>) => findViolations(state, state);

test("a database with every acknowledged booking has no violations", () => {
  expect(violationsOf(sound())).toEqual([]);
});

test("a booking that was never acknowledged may exist", () => {
  const state = sound();
  state.acknowledgements = [];
  expect(violationsOf(state)).toEqual([]);
});

test.each<[string, string[], (state: ReturnType<typeof sound>) => void]>([
  [
    "a booking that is lost, credit and all",
    [
      "lost: appointment 1 (created) does not exist",
      "lost: appointment 1 (changed) does not exist",
    ],
    (state) => {
      state.appointments.shift();
      state.creditEntries.splice(1, 1);
      state.balances[0]!.balance = 10;
      state.events = [];
    },
  ],
  [
    "an id given to another person",
    ["replaced: appointment 1 of Ada is now of Eve"],
    (state) => {
      state.appointments[0]!.name = "Eve";
      state.events = [];
    },
  ],
  [
    "an id given to the same person's other booking",
    ["replaced: appointment 1 of Ada is now of Ada"],
    (state) => {
      state.appointments[0]!.qrCode = "C";
      state.events = [];
    },
  ],
  [
    "an id given to another organization",
    ["replaced: appointment 1 of Ada is now of Ada"],
    (state) => void (state.appointments[0]!.organizationId = 8),
  ],
  [
    "an archiving that is lost",
    ["lost: appointment 1 is not ARCHIVED"],
    (state) => void (state.appointments[0]!.isArchived = false),
  ],
  [
    "a cancellation that is lost, refund and all",
    ["lost: appointment 2 is not CANCELLED"],
    (state) => {
      state.appointments[1]!.status = "SCHEDULED";
      state.creditEntries.pop();
      state.balances[0]!.balance = 8;
    },
  ],
  [
    "a double booking under one key",
    ["duplicate: Ada has 2 appointments"],
    (state) => {
      state.appointments.push({ ...state.appointments[0]!, id: 3, qrCode: "C" });
      state.creditEntries.push(state.entry("CONSUMED", -1, 3));
      state.balances[0]!.balance = 8;
    },
  ],
  [
    "a balance that is not the sum of its entries",
    ["ledger: organization 7 LIVE has 10, entries give 9"],
    (state) => void (state.balances[0]!.balance = 10),
  ],
  [
    "an appointment that nobody paid for",
    ['ledger: appointment 1 (SCHEDULED) has entries ""'],
    (state) => {
      state.creditEntries.splice(1, 1);
      state.balances[0]!.balance = 10;
    },
  ],
  [
    "a refund of an appointment that is not cancelled",
    ['ledger: appointment 1 (SCHEDULED) has entries "CONSUMED REFUNDED"'],
    (state) => {
      state.creditEntries.push(state.entry("REFUNDED", 1, 1));
      state.balances[0]!.balance = 10;
    },
  ],
  [
    "a credit that was spent on nothing",
    ["ledger: entries of 9, which does not exist"],
    (state) => {
      state.creditEntries.push(state.entry("CONSUMED", -1, 9));
      state.balances[0]!.balance = 8;
    },
  ],
  [
    "an event of an appointment that does not exist",
    ["event: appointment.created of Eve names appointment 9, which does not exist"],
    (state) => {
      const appointment = { id: 9, qrCode: "E", name: "Eve" };
      state.events.push({ type: "appointment.created", appointment });
    },
  ],
  [
    "an event of another appointment than the one that has its id",
    ["event: appointment.created of Eve names appointment 1, which does not exist"],
    (state) => {
      const appointment = { id: 1, qrCode: "E", name: "Eve" };
      state.events.push({ type: "appointment.created", appointment });
    },
  ],
])("%s is found", (_, violations, plant) => {
  const state = sound();
  plant(state);
  expect(violationsOf(state)).toEqual(violations);
});
