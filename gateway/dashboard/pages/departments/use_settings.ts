import { useWrite } from "../../api/hooks.ts";
import type { Department, Input } from "../../api/types.ts";
import { toast } from "../../ui/toast.tsx";

type Changes = Omit<Input<"departments.update">, "id">;

/** Saves a part of a department's settings and says so. */
export function useSettings({ id, name }: Department) {
  const update = useWrite("departments.update", {
    changes: ["departments.list", "departments.byId", "departments.day", "departments.range"],
  });
  return {
    error: update.error,
    isPending: update.isPending,
    save: (changes: Changes) =>
      update.mutate({ id, ...changes }, { onSuccess: () => toast(`${name} is saved`) }),
  };
}

/** What every part is given. */
export interface PartProps {
  department: Department;
}
