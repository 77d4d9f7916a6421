import type { Ports } from "../../../core/ports.ts";
import { appointmentsIn } from "./appointments.ts";
import type { Memory } from "./memory.ts";
import { scopeKey } from "./rows.ts";

/** The short numbers in memory. */
export function shortNumbersIn(memory: Memory): Ports["shortNumbers"] {
  const appointments = appointmentsIn(memory);
  const numbersOf = (scope: Parameters<typeof scopeKey>[0]) =>
    memory.shortNumbers.filter((one) => scopeKey(one) === scopeKey(scope));
  return {
    async find(scope, number, dates) {
      const given = numbersOf(scope).filter((one) =>
        one.number === number && dates.some((date) => date.equals(one.date))
      );
      const found = await Promise.all(given.map(async ({ id, date }) => {
        const appointment = await appointments.find(scope, id);
        return appointment?.dateTime.toPlainDate().equals(date) ? [appointment] : [];
      }));
      return found.flat();
    },
    async give(scope, { id, date, number, today }) {
      const present = numbersOf(scope).find((one) => one.id === id && one.date.equals(date));
      if (present) return present.number;
      const others = numbersOf(scope).filter((one) => one.id !== id);
      if (others.some((one) => one.number === number && one.date.equals(date))) return undefined;
      const { organizationId, environment } = scope;
      const yesterday = today.subtract({ days: 1 });
      memory.shortNumbers = [
        ...memory.shortNumbers.filter((one) =>
          scopeKey(one) !== scopeKey(scope) ||
          (one.id !== id && Temporal.PlainDate.compare(one.date, yesterday) >= 0)
        ),
        { organizationId, environment, id, date, number },
      ];
      return number;
    },
  };
}
