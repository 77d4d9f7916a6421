import type { StaffCaller } from "../../../core/mod.ts";
import type { TestService } from "../seeded.ts";
import { firstNames, lastNames } from "./people.ts";

/** Searches as people type them, from very common to nothing found. */
const texts: Record<string, string> = {
  "one letter": "m",
  "the beginning of a common name": firstNames[0]!.slice(0, 3),
  "the most common first name": firstNames[0]!,
  "a common last name": lastNames[20]!,
  "a rare last name": lastNames[19_000]!,
  "a common and a rare name": `${lastNames[9000]} ${firstNames[1]}`,
  "two common names": `${firstNames[0]} ${lastNames[0]}`,
  "a name of long ago": "bygone",
  "a reference": "ref-777",
  "a code": "code7777",
  "nothing found": "xylophon",
  "nothing found with a common name": `${firstNames[0]} xylophon`,
};

/** Filters that the pages combine with a text. */
const filters = {
  "from today": (today: string) => ({ startDate: today, sort: "dateTime,asc" }),
  past: (today: string) => ({ endDate: today, sort: "dateTime,desc" }),
  "all dates with archived": () => ({ includeArchived: true, sort: "dateTime,desc" }),
};

/** Returns the times of searches in milliseconds, by text. Each text is searched with each filter in every round. */
export async function measureSearches(
  { service, caller, today, rounds }: {
    service: TestService;
    caller: StaffCaller;
    today: string;
    rounds: number;
  },
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, search] of Object.entries(texts)) {
      for (const filterOf of Object.values(filters)) {
        const startedAt = performance.now();
        await service.application.staff.listAppointments(caller, {
          search,
          size: 25,
          ...filterOf(today),
        });
        times.set(name, [...times.get(name) ?? [], performance.now() - startedAt]);
      }
    }
  }
  return times;
}

/** Returns the value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))]!;
}
