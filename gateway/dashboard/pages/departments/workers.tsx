import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Worker } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { RenameDialog } from "../../ui/confirm.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import type { DepartmentTabProps } from "./use_settings.ts";

const changes = ["workers.list", "departments.range", "departments.day", "desk"] as const;

/** The workers of the department. */
export function Workers({ department }: DepartmentTabProps) {
  const departmentId = department.id;
  const read = useRead("workers.list", { departmentId });
  const create = useWrite("workers.create", { changes });
  const update = useWrite("workers.update", { changes });
  const [name, setName] = useState("");
  const [renamed, setRenamed] = useState<Worker | null>(null);
  return (
    <div className="narrow stack">
      <p className="muted">
        {department.showAdminsInBooking
          ? "Every booking needs a worker. Switch a worker off to stop new bookings for them."
          : "A booking may name a worker. Under Slots you can require one."}
      </p>
      <Loaded read={read}>
        {(workers) =>
          workers.length === 0 ? <EmptyState title="No workers yet" /> : (
            <Table
              label="Workers"
              rows={workers}
              keyOf={({ id }) => id}
              isDimmed={({ isActive }) => !isActive}
              columns={[
                { label: "Name", cell: (one) => one.name },
                {
                  label: "Takes bookings",
                  cell: (one) => (
                    <Switch
                      label={`${one.name} takes bookings`}
                      hidesLabel
                      isSelected={one.isActive}
                      onChange={(isActive) =>
                        update.mutate({ id: one.id, isActive }, { onError: toastError })}
                    />
                  ),
                },
                {
                  label: "Actions",
                  hidesLabel: true,
                  align: "end",
                  cell: (one) => (
                    <Button kind="quiet" onPress={() => setRenamed(one)}>Rename</Button>
                  ),
                },
              ]}
            />
          )}
      </Loaded>
      <Form
        error={create.error}
        fields={["name"]}
        onSubmit={() =>
          create.mutate({ departmentId, name }, {
            onSuccess() {
              toast(`${name} added`);
              setName("");
            },
          })}
      >
        <TextField label="New worker" name="name" value={name} onChange={setName} isRequired />
        <div className="form-actions">
          <Button type="submit" kind="primary" isPending={create.isPending}>Add worker</Button>
        </div>
      </Form>
      {renamed && (
        <RenameDialog
          title={`Rename ${renamed.name}`}
          name={renamed.name}
          write={update}
          inputOf={(name) => ({ id: renamed.id, name })}
          onClose={() => setRenamed(null)}
        />
      )}
    </div>
  );
}
