import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { readOptions } from "../../api/hooks.ts";
import type { QueueDepartment, Worker } from "../../api/types.ts";
import { CheckboxGroup } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Select } from "../../ui/select.tsx";
import type { Counter } from "./lists.ts";
import { t } from "./texts.ts";

const noError = { error: null, isPending: false };

/** Chooses the counter of this person, and the departments that it calls from. Only this browser keeps both. */
export function CounterDialog({ counter, departmentIds, departments, onSave, onClose }: {
  counter: Counter | null;
  departmentIds: readonly number[];
  departments: readonly QueueDepartment[];
  onSave(counter: Counter, departmentIds: readonly number[]): void;
  onClose(): void;
}) {
  const [desk, setDesk] = useState(counter?.desk ?? "");
  const [workerId, setWorkerId] = useState(counter?.workerId ?? null);
  const [ids, setIds] = useState(departmentIds.map(String));
  const workers = useWorkers(departments, ids);
  return (
    <FormDialog
      title={t("counter.title")}
      fields={["desk"]}
      write={noError}
      action={t("counter.save")}
      onSubmit={() => {
        // A worker of a department that is not chosen any more cannot be seen, so it is not kept.
        const isOffered = workers.some(({ id }) => id === workerId);
        onSave({ desk: desk.trim(), workerId: isOffered ? workerId : null }, ids.map(Number));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t("counter.desk")}
        description={t("counter.deskHelp")}
        name="desk"
        autoFocus
        isRequired
        autoComplete="off"
        maxLength={20}
        value={desk}
        onChange={setDesk}
      />
      {departments.length > 1 && (
        <CheckboxGroup
          label={t("counter.departments")}
          description={t("counter.departmentsHelp")}
          name="departments"
          value={ids}
          onChange={setIds}
          options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {workers.length > 0 && (
        <Select
          label={t("counter.worker")}
          description={t("counter.workerHelp")}
          name="workerId"
          value={workerId === null ? "" : String(workerId)}
          onChange={(id) => setWorkerId(id === "" ? null : Number(id))}
          options={[
            { value: "", label: t("counter.nobody") },
            ...workers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </FormDialog>
  );
}

/** Returns the active workers of the chosen departments, of all if none are chosen. */
function useWorkers(departments: readonly QueueDepartment[], ids: readonly string[]): Worker[] {
  const asked = departments.filter(({ id }) => ids.length === 0 || ids.includes(String(id)));
  return useQueries({
    queries: asked.map(({ id }) => {
      const { queryKey, queryFn } = readOptions("workers.list", { departmentId: id });
      return { queryKey, queryFn, staleTime: 60_000 };
    }),
    combine: (results) => results.flatMap(({ data = [] }) => data.filter((one) => one.isActive)),
  });
}
