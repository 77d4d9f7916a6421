import { useDepartments } from "../api/departments.ts";
import { CheckboxGroup, Switch } from "../ui/choices.tsx";
import { Loaded, Skeleton } from "../ui/states.tsx";
import { t as ui } from "../ui/texts.ts";

/** The choice of all departments (null) or of some. */
export function DepartmentsField({ value, onChange }: {
  value: readonly number[] | null;
  onChange(departmentIds: number[] | null): void;
}) {
  const read = useDepartments();
  return (
    <>
      <Switch
        label={ui("departments.all")}
        isSelected={value === null}
        onChange={(isAll) => onChange(isAll ? null : [])}
      />
      {value !== null && (
        <Loaded read={read} skeleton={<Skeleton rows={2} />}>
          {(departments) => (
            <CheckboxGroup
              label={ui("departments.some")}
              name="departmentIds"
              value={value.map(String)}
              onChange={(chosen) => onChange(chosen.map(Number))}
              options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
              validate={(ids) => ids.length > 0 ? null : ui("departments.fault")}
            />
          )}
        </Loaded>
      )}
    </>
  );
}
