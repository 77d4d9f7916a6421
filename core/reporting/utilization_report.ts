import { capacityByGroup } from "./capacity.ts";
import { nameOfGroup, timeGroups } from "./groups.ts";
import { defineReport } from "./report.ts";

const noCapacity = { capacity: 0, utilization: null };

/**
 * Compares the booked places of a period with the places that the present settings offer (core/reporting/README.md 5).
 */
export const utilizationReport = defineReport({
  description: "Compares the capacity of the departments with their bookings.",
  rowDescription: "Capacity compared with bookings.",
  groupDescription: "An hour contains the slots that start in it.",
  groups: [...timeGroups, "DEPARTMENT"],
  hasOneEnvironment: true,
  readsDepartments: true,
  sums: {
    booked: {
      type: "Int",
      description:
        "How many appointments occupy a place, also outside open slots. Archived and cancelled appointments do not.",
    },
  },
  derived: {
    capacity: {
      type: "Float",
      description:
        "How many appointments the open slots hold with the current settings: grid, hours, closures, capacity and active workers. A whole number that may be larger than an Int.",
    },
    utilization: {
      type: "Float",
      unit: "share",
      isNullable: true,
      description:
        "booked / capacity. Above 1 if more is booked than the current settings offer. Null if the capacity is 0.",
    },
  },
  derive: (): { capacity: number; utilization: number | null } => noCapacity,
  async complete(booked, { query, source, pace }) {
    const { groupBy } = query;
    const offered = await capacityByGroup(source.departmentsWithWorkers(), query, pace);
    const rows = new Map(booked.map((row) => [nameOfGroup(row, groupBy), row]));
    for (const { capacity, ...keys } of offered) {
      const name = nameOfGroup(keys, groupBy);
      const row = rows.get(name) ?? { ...keys, booked: 0, ...noCapacity };
      rows.set(name, { ...row, capacity, utilization: row.booked / capacity });
      if (pace.isDue()) await pace.pause();
    }
    return [...rows.values()];
  },
});
