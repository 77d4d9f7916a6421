import { expect, test } from "vitest";
import { canRevert } from "../../gateway/dashboard/desk/revert.ts";

const at = "2026-03-02T10:00:00";
const cancelled = { action: "appointment.cancelled", at } as const;
const archivedAt = "2026-03-02T10:05:00";

test.each(
  [
    [{ status: "CANCELLED" }, cancelled, "2026-03-02T10:10:00", true],
    [{ status: "CANCELLED" }, cancelled, "2026-03-02T10:10:01", false],
    [{ status: "CANCELLED", archivedAt }, cancelled, "2026-03-02T10:06:00", false],
    [{ status: "COMPLETED" }, { action: "appointment.completed", at }, at, true],
    [{ status: "MISSED" }, { action: "appointment.missed", at }, at, true],
    [{ status: "SCHEDULED" }, cancelled, at, false],
    [{ status: "CANCELLED" }, { action: "appointment.created", at }, at, false],
  ] as const,
)("the panel offers to undo %j after %j at %s: %s", (appointment, entry, now, expected) => {
  expect(canRevert(appointment, [entry], now)).toBe(expected);
});
