import { useVersionedSave } from "../../api/versioned_save.ts";
import type { Department, Input } from "../../api/types.ts";
import { texts } from "../../messages/texts.ts";
import { toast } from "../../ui/toast.tsx";

const t = texts("departments");

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
  onSaved: () => void = () => {},
) {
  const { id } = department;
  return useVersionedSave<Department, Changes>(department, {
    path: "departments.update",
    input: { id },
    read: { path: "departments.byId", input: { id } },
    subject: { subjectKind: "department", subjectId: id },
    changes: shownSettings,
    onSaved() {
      toast(t("saved"));
      onSaved();
    },
    onTaken: onReset,
  });
}

/** The props of every tab of the department page. */
export interface DepartmentTabProps {
  department: Department;
  /** Renders the tab again with the present settings. */
  onReset(): void;
}
