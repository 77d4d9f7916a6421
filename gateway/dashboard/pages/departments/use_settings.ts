import { useWrite } from "../../api/hooks.ts";
import type { Department, Input } from "../../api/types.ts";
import { toast } from "../../ui/toast.tsx";

type Changes = Omit<Input<"departments.update">, "id">;

/** Returns a function that saves some settings of a department and shows a toast. */
export function useSettings({ id, name }: Department) {
  const update = useWrite("departments.update", {
    changes: [
      "departments.list",
      "departments.byId",
      "departments.day",
      "desk",
      "departments.range",
    ],
  });
  return {
    error: update.error,
    isPending: update.isPending,
    save: (changes: Changes) =>
      update.mutate({ id, ...changes }, { onSuccess: () => toast(`${name} saved`) }),
  };
}

/** The props of every tab of the department page. */
export interface DepartmentTabProps {
  department: Department;
}
