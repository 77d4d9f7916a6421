import { Suspense } from "react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useSession } from "../api/session.tsx";
import { Button } from "../ui/button.tsx";
import type { FilteredDepartment } from "./department_choices.tsx";
import { onDemand } from "../ui/on_demand.tsx";
import { type Stored, stored, useStored } from "../ui/stored.ts";
import { t } from "./texts.ts";

const DepartmentChoices = onDemand(async () =>
  (await import("./department_choices.tsx")).DepartmentChoices
);

const settings = new Map<number, Stored<readonly number[]>>();

/** Returns the ids of the departments that this person works for, and a setter; [] for all. */
export function useMyDepartments(): [readonly number[], (ids: readonly number[]) => void] {
  const { id } = useSession().user;
  let setting = settings.get(id);
  if (!setting) settings.set(id, setting = stored(`departments:${id}`, parseIds));
  return useStored(setting);
}

function parseIds(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : [];
}

/** Chooses the departments that the page shows. This browser remembers them for the person. */
export function DepartmentFilter({ departments }: {
  departments: readonly FilteredDepartment[];
}) {
  const [ids, setIds] = useMyDepartments();
  const chosen = departments.filter(({ id }) => ids.includes(id));
  if (departments.length < 2) return null;
  return (
    <DialogTrigger>
      <Button icon="departments">
        {chosen.length === 0
          ? t("departments.all")
          : chosen.length === 1
          ? <bdi>{chosen[0]!.name}</bdi>
          : t("departments.some", { count: chosen.length, all: departments.length })}
      </Button>
      <Popover className="popover surface department-filter" placement="bottom end">
        <Dialog aria-label={t("departments.title")} className="dialog list gap-4">
          <div className="line between">
            <strong>{t("departments.title")}</strong>
            <Button
              kind="quiet"
              disabledReason={chosen.length === 0 && t("departments.areAll")}
              onPress={() => setIds([])}
            >
              {t("departments.showAll")}
            </Button>
          </div>
          <Suspense>
            <DepartmentChoices departments={departments} ids={ids} onChange={setIds} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
