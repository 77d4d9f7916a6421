import { useState } from "react";
import { useLocation } from "wouter";
import { maxDepartments, useDepartments } from "../../api/departments.ts";
import type { Department } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { NewDepartment } from "./new_department.tsx";

/** The places in which appointments are booked. */
export function Departments() {
  const read = useDepartments();
  const [isMaking, setIsMaking] = useState(false);
  const [, go] = useLocation();
  return (
    <Page
      title="Departments"
      lead="Where appointments are booked, when, and how many at a time"
      hasTimes={false}
      actions={
        <Button kind="primary" icon="plus" onPress={() => setIsMaking(true)}>New department</Button>
      }
    >
      <Loaded read={read}>
        {(departments) =>
          departments.length === 0
            ? (
              <EmptyState title="No departments yet">
                <p>Make one, and its slots can be booked at once.</p>
              </EmptyState>
            )
            : (
              <>
                <Table
                  label="Departments"
                  columns={columns}
                  rows={departments}
                  keyOf={({ id }) => id}
                  onOpen={({ id }) => go(`/departments/${id}`)}
                  isDimmed={({ isActive }) => !isActive}
                />
                {departments.length === maxDepartments && (
                  <p className="muted">
                    These are the first{" "}
                    {maxDepartments}. The others have their page at /departments/ID.
                  </p>
                )}
              </>
            )}
      </Loaded>
      {isMaking && (
        <NewDepartment
          onClose={() => setIsMaking(false)}
          onMade={(id) => go(`/departments/${id}`)}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<Department>[] = [
  { label: "Name", cell: ({ name }) => name },
  {
    label: "Slots",
    cell: ({ slotInterval, slotCapacity }) => `${slotInterval} min, ${slotCapacity} at a time`,
  },
  { label: "Opening hours", isMinor: true, cell: hoursSummary },
  {
    label: "State",
    cell: ({ isActive }) =>
      isActive ? <Badge tone="good">Bookable</Badge> : <Badge>Not bookable</Badge>,
  },
];

function hoursSummary({ openingHours }: Department): string {
  if (!openingHours) return "Always open";
  const days = Object.values(openingHours).filter((intervals) => intervals && intervals.length > 0);
  return days.length === 0 ? "Never open" : `${days.length} days a week`;
}
