import { expect, test } from "vitest";
import { type Evidence, findDifferences } from "../../support/acknowledgements/check_history.ts";
import type {
  ActKind,
  AppointmentHistory,
  Outcome,
} from "../../support/acknowledgements/history.ts";

// The checker of the proof `million`, against planted differences.

type Mutable<T> = T extends readonly (infer Item)[] ? Mutable<Item>[]
  : T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> }
  : T;

const first = { departmentId: 1, dateTime: "2027-03-01T10:00:00" };
const second = { departmentId: 2, dateTime: "2027-03-02T10:00:00" };

let now = 0;

function act(kind: ActKind, outcome: Outcome = "acknowledged", place = {}) {
  return { kind, hasKey: true, outcome, requestedAtMs: now += 1, answeredAtMs: now += 1, ...place };
}

/** Ada books and moves, Ben books and cancels, and Eve is refused. */
function sound(): { histories: AppointmentHistory[]; evidence: Mutable<Evidence> } {
  const histories: AppointmentHistory[] = [
    {
      organizationId: 7,
      name: "Ada",
      id: 1,
      qrCode: "A",
      acts: [
        act("created", "acknowledged", { place: first }),
        act("moved", "acknowledged", { place: second }),
      ],
    },
    {
      organizationId: 7,
      name: "Ben",
      id: 2,
      qrCode: "B",
      acts: [
        act("created", "acknowledged", { place: first }),
        act("cancelled"),
        act("moved", "refused", { place: second }),
      ],
    },
    { organizationId: 7, name: "Eve", acts: [act("created", "refused", { place: first })] },
  ];
  const row = (id: number, name: string, place: typeof first, status = "SCHEDULED") => ({
    organizationId: 7,
    id,
    name,
    qrCode: name[0]!,
    status,
    isArchived: false,
    ...place,
  });
  const acts = [
    [1, "created", "created"],
    [1, "rescheduled", "updated"],
    [2, "created", "created"],
    [
      2,
      "cancelled",
      "cancelled",
    ],
  ] as const;
  const feed = acts.map(([appointmentId, , type], i) => ({
    organizationId: 7,
    id: `event ${i}`,
    type: `appointment.${type}`,
    appointmentId,
    body: `body ${i}`,
  }));
  return {
    histories,
    evidence: {
      appointments: [row(1, "Ada", second), row(2, "Ben", first, "CANCELLED")],
      auditEntries: acts.map(([appointmentId, action]) => ({
        organizationId: 7,
        appointmentId,
        action: `appointment.${action}`,
      })),
      feed,
      deliveries: feed.map(({ id, body }) => ({ eventId: id, deliveryId: `of ${id}`, body })),
    },
  };
}

test("histories that agree with the evidence have no differences", () => {
  const { histories, evidence } = sound();
  // A repeated delivery is allowed, in any order.
  evidence.deliveries.unshift({ ...evidence.deliveries[3]! });
  expect(findDifferences(histories, evidence)).toEqual([]);
});

test("an unknown creation is there once or not at all, and a doubled one is found", () => {
  const { histories, evidence } = sound();
  histories.push({ organizationId: 7, name: "Ian", acts: [act("created", "unknown")] });
  expect(findDifferences(histories, evidence)).toEqual([]);
  const row = { ...evidence.appointments[0]!, id: 3, name: "Ian" };
  evidence.appointments.push(row);
  const event = { ...evidence.feed[0]!, id: "event 4", appointmentId: 3 };
  evidence.feed.push(event);
  evidence.deliveries.push({ eventId: event.id, deliveryId: "of event 4", body: event.body });
  expect(findDifferences(histories, evidence)).toEqual([
    'audit: Ian of organization 7 has entries "", acts "appointment.created"',
    "feed: event 5 of organization 7 is not in the order of the audit",
  ]);
  const entry = { ...evidence.auditEntries[0]!, appointmentId: 3 };
  evidence.auditEntries.push(entry);
  expect(findDifferences(histories, evidence)).toEqual([]);
  evidence.appointments.push({ ...row, id: 4 });
  expect(findDifferences(histories, evidence)).toEqual([
    "doubled: Ian of organization 7 has 2 appointments",
  ]);
});

test("an unknown move is in the appointment and the audit, or in neither", () => {
  const { histories, evidence } = sound();
  histories[0]!.acts[1]!.outcome = "unknown";
  expect(findDifferences(histories, evidence)).toEqual([]);
  Object.assign(evidence.appointments[0]!, first);
  expect(findDifferences(histories, evidence)).toEqual([
    "lost: Ada of organization 7 is at 2027-03-01T10:00:00 in 1, not where it was moved last",
  ]);
});

test.each<[string, string[], (state: ReturnType<typeof sound>) => void]>([
  [
    "an acknowledged appointment that is gone, with all its traces",
    ["lost: appointment of Ada of organization 7"],
    ({ evidence }) => {
      evidence.appointments.shift();
      evidence.auditEntries.splice(0, 2);
      evidence.feed.splice(0, 2);
      evidence.deliveries.splice(0, 2);
    },
  ],
  [
    "an appointment with another id than its caller was given",
    ["lost: Ada of organization 7 was given 9, and has 1"],
    ({ histories }) => void (histories[0]!.id = 9),
  ],
  [
    "a cancellation that is lost",
    ["lost: Ben of organization 7 is SCHEDULED, its last change is cancelled"],
    ({ evidence }) => void (evidence.appointments[1]!.status = "SCHEDULED"),
  ],
  [
    "an appointment that was refused",
    ["refused: Ada of organization 7 has an appointment"],
    ({ histories, evidence }) => {
      histories[0]!.acts = [{ ...histories[0]!.acts[0]!, outcome: "refused" }];
      evidence.auditEntries.splice(0, 2);
      evidence.feed.splice(0, 2);
      evidence.deliveries.splice(0, 2);
    },
  ],
  [
    "an appointment that nobody requested",
    [
      "refused: nobody requested Max of organization 7",
    ],
    ({ evidence }) =>
      void evidence.appointments.push({ ...evidence.appointments[0]!, id: 3, name: "Max" }),
  ],
  [
    "a second audit entry of an act",
    [
      'audit: Ben of organization 7 has entries "appointment.created appointment.cancelled ' +
      'appointment.cancelled", acts "appointment.created appointment.cancelled"',
    ],
    ({ evidence }) => void evidence.auditEntries.push(evidence.auditEntries[3]!),
  ],
  [
    "a missing event",
    [
      'feed: Ben of organization 7 has events "appointment.created", acts ' +
      '"appointment.created appointment.cancelled"',
      "webhook: event 3 was delivered and is not in the feed",
    ],
    ({ evidence }) => void evidence.feed.pop(),
  ],
  [
    "an event that came twice",
    [
      'feed: Ada of organization 7 has events "appointment.created appointment.created ' +
      'appointment.updated", acts "appointment.created appointment.rescheduled"',
      "feed: event event 0 came twice",
      "feed: event 3 of organization 7 is not in the order of the audit",
    ],
    ({ evidence: { feed } }) => void feed.unshift(feed[0]!),
  ],
  [
    "events in another order than the callers have seen",
    [
      "feed: appointment.updated of 1 comes after an event that was requested later",
      "feed: event 2 of organization 7 is not in the order of the audit",
    ],
    ({ evidence: { feed } }) => void feed.splice(1, 0, ...feed.splice(2, 1)),
  ],
  [
    "a missing delivery",
    ["webhook: appointment.cancelled event 3 was not delivered"],
    ({ evidence }) => void evidence.deliveries.pop(),
  ],
  [
    "a delivery with other bytes",
    ["webhook: appointment.created event 0 was delivered with other bytes"],
    ({ evidence }) => void (evidence.deliveries[0]!.body = "other"),
  ],
  [
    "a repeated delivery with another number",
    ["webhook: appointment.created event 0 was repeated with another X-Service-Delivery"],
    ({ evidence }) =>
      void evidence.deliveries.push({ ...evidence.deliveries[0]!, deliveryId: "other" }),
  ],
])("%s is found", (_, differences, plant) => {
  const state = sound();
  plant(state);
  expect(findDifferences(state.histories, state.evidence)).toEqual(differences);
});
