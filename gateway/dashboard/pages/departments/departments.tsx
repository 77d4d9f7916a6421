import { useState } from "react";
import { useLocation } from "wouter";
import { maxDepartments, useDepartments } from "../../api/departments.ts";
import type { Department } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { NewDepartment } from "./new_department.tsx";

/** The departments of the organization. */
export function Departments() {
  const read = useDepartments();
  const [isCreating, setIsCreating] = useState(false);
  const [, go] = useLocation();
  return (
    <Page
      title="Departments"
      lead="Where people book appointments"
      hasTimes={false}
      actions={
        <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>
          New department
        </Button>
      }
    >
      <Loaded read={read}>
        {(departments) =>
          departments.length === 0
            ? (
              <EmptyState title="No departments yet">
                <p>Create a department to start booking appointments.</p>
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
                    These are the first {maxDepartments}{" "}
                    departments. To open another one, go to /departments/ID.
                  </p>
                )}
              </>
            )}
      </Loaded>
      {isCreating && (
        <NewDepartment
          onClose={() => setIsCreating(false)}
          onCreated={(id) => go(`/departments/${id}`)}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<Department>[] = [
  { label: "Name", cell: ({ name }) => name },
  {
    label: "Slots",
    cell: ({ slotInterval, slotCapacity }) => `${slotInterval} min, ${slotCapacity} per slot`,
  },
  { label: "Opening hours", isMinor: true, cell: hoursSummary },
  {
    label: "Status",
    cell: ({ isActive }) =>
      isActive ? <Badge tone="good">Bookable</Badge> : <Badge>Not bookable</Badge>,
  },
];

function hoursSummary({ openingHours }: Department): string {
  if (!openingHours) return "Always";
  const days = Object.values(openingHours).filter((intervals) => intervals && intervals.length > 0);
  return days.length === 0 ? "Never" : `${days.length} days a week`;
}
