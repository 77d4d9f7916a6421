import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Role, StaffUser } from "../../api/types.ts";
import { DepartmentsField } from "../../desk/departments_field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { t } from "./texts.ts";

const changes = ["staff.list"] as const;
const roleOptions = (["VIEWER", "STAFF", "ADMIN", "OWNER"] as const).map((role) => ({
  value: role,
  label: t(`roles.${role}`),
}));

/** Adds a staff user. */
export function InviteDialog({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { name: string; password: string }): void;
}) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [access, setAccess] = useState<Access>({ role: "STAFF", departmentIds: null });
  const invite = useWrite("staff.invite", { changes });
  return (
    <FormDialog
      title={t("inviteTitle")}
      fields={["name", "email", "role", "departmentIds"]}
      write={invite}
      action={t("invite")}
      onSubmit={() =>
        invite.mutate({ email, name, ...access }, {
          onSuccess: ({ oneTimePassword }) => onCreated({ name, password: oneTimePassword }),
        })}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        name="name"
        value={name}
        onChange={setName}
        autoFocus
        isRequired
      />
      <TextField
        label={t("email")}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <AccessFields value={access} onChange={setAccess} />
      <p className="help">
        {t("noMail")}
      </p>
    </FormDialog>
  );
}

/** Changes the role and the departments of a staff user. */
export function RoleDialog({ person, onClose }: { person: StaffUser; onClose(): void }) {
  const [access, setAccess] = useState<Access>(person);
  const { role, departmentIds } = access;
  const setRoleOf = useWrite("staff.setRole", { changes });
  return (
    <FormDialog
      title={t("roleOf", { name: person.name })}
      fields={["role", "departmentIds"]}
      write={setRoleOf}
      action={t("saveRole")}
      onSubmit={() =>
        setRoleOf.mutate({ id: person.id, role, departmentIds }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <AccessFields value={access} onChange={setAccess} />
      <p className="help">{t("immediately")}</p>
    </FormDialog>
  );
}

/** What a person may do, and in which departments; null for all. */
type Access = Pick<StaffUser, "role" | "departmentIds">;

/** The roles that see all departments. */
const unbound: ReadonlySet<Role> = new Set(["ADMIN", "OWNER"]);

/** The role, and for the desk the departments. */
function AccessFields({ value: { role, departmentIds }, onChange }: {
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
