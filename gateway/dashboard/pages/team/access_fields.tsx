import type { Role, StaffUser } from "../../api/types.ts";
import { DepartmentsField } from "../../desk/departments_field.tsx";
import { Select } from "../../ui/select.tsx";
import { t } from "./texts.ts";

const roleOptions = (["VIEWER", "STAFF", "ADMIN", "OWNER"] as const).map((role) => ({
  value: role,
  label: t(`roles.${role}`),
}));

/** What a person may do, and in which departments; null for all. */
export type Access = Pick<StaffUser, "role" | "departmentIds">;

/** The roles that see all departments. */
const unbound: ReadonlySet<Role> = new Set(["ADMIN", "OWNER"]);

/** The role, and for the desk the departments. */
export function AccessFields({ value: { role, departmentIds }, onChange }: {
  value: Access;
  onChange(access: Access): void;
}) {
  return (
    <>
      <Select
        label={t("role")}
        name="role"
        options={roleOptions}
        value={role}
        onChange={(chosen) => {
          const next = chosen as Role;
          onChange({ role: next, departmentIds: unbound.has(next) ? null : departmentIds });
        }}
      />
      {unbound.has(role) ? <p className="help">{t("seesAll")}</p> : (
        <DepartmentsField
          value={departmentIds}
          onChange={(chosen) => onChange({ role, departmentIds: chosen })}
        />
      )}
    </>
  );
}
