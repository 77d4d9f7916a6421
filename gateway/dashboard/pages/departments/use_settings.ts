import { client, queryClient } from "../../api/client.ts";
import { keyOf, useWrite } from "../../api/hooks.ts";
import type { Department, Input, Output } from "../../api/types.ts";
import { useVersionedSave, type VersionedSave } from "../../api/versioned_save.ts";
import { toast } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

/** The settings of a department that a form changes. */
export type Changes = Omit<Input<"departments.update">, "id" | "version"> & Partial<Department>;

/** The queries that show the settings of departments. */
export const shownSettings = [
  "departments.list",
  "departments.byId",
  "departments.day",
  "departments.range",
  "desk.day",
] as const;

/** The queries that show workers. */
export const shownWorkers = [
  "workers.list",
  "departments.range",
  "departments.day",
  "desk.day",
] as const;

/** Returns a function that saves some settings of a department, and the conflict with another save. */
export function useSettings(
  { department, onReset }: DepartmentTabProps,
): VersionedSave<Department, Changes> {
  const { id } = department;
  const update = useWrite("departments.update", { changes: shownSettings });
  return useVersionedSave<Department, Changes>(department, {
    send: (changes, { version }) => update.mutateAsync({ id, ...changes, version }),
    onSaved: () => toast(t("saved")),
    ...savedDepartment(id, onReset),
  });
}

/** The options of a save that read a department again, and show it. */
export function savedDepartment(id: number, onReset: () => void) {
  const input = { id };
  return {
    readNow: () => client.query("departments.byId", input) as Promise<Output<"departments.byId">>,
    subject: { subjectKind: "department" as const, subjectId: id },
    onTaken(now: Department) {
      queryClient.setQueryData(keyOf("departments.byId", input), now);
      onReset();
    },
  };
}

/** The props of every tab of the department page. */
export interface DepartmentTabProps {
  department: Department;
  /** Renders the tab again with the present settings. */
  onReset(): void;
}
