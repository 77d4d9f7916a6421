import { Checkbox } from "react-aria-components";

/** A department that a page can show, with the number of its entries. */
export interface FilteredDepartment {
  id: number;
  name: string;
  count: number;
}

/** A checkbox for each department, with the number of its entries. */
export function DepartmentChoices({ departments, ids, onChange }: {
  departments: readonly FilteredDepartment[];
  ids: readonly number[];
  onChange(ids: readonly number[]): void;
}) {
  return departments.map(({ id, name, count }) => (
    <Checkbox
      key={id}
      className="checkbox"
      isSelected={ids.includes(id)}
      onChange={(isChosen) => onChange(isChosen ? [...ids, id] : ids.filter((one) => one !== id))}
    >
      <span className="checkbox-box" aria-hidden="true" />
      <span className="spread">
        <bdi>{name}</bdi>
      </span>
      <span className="muted small">{count}</span>
    </Checkbox>
  ));
}
