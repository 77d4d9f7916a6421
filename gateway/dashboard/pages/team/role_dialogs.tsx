import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Role, StaffUser } from "../../api/types.ts";
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
  const [role, setRole] = useState<Role>("STAFF");
  const invite = useWrite("staff.invite", { changes });
  return (
    <FormDialog
      title={t("inviteTitle")}
      fields={["name", "email", "role"]}
      write={invite}
      action={t("invite")}
      onSubmit={() =>
        invite.mutate({ email, name, role }, {
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
      <RoleSelect value={role} onChange={setRole} />
      <p className="help">
        {t("noMail")}
      </p>
    </FormDialog>
  );
}

/** Changes the role of a staff user. */
export function RoleDialog({ person, onClose }: { person: StaffUser; onClose(): void }) {
  const [role, setRole] = useState(person.role);
  const setRoleOf = useWrite("staff.setRole", { changes });
  return (
    <FormDialog
      title={t("roleOf", { name: person.name })}
      fields={["role"]}
      write={setRoleOf}
      action={t("saveRole")}
      onSubmit={() => setRoleOf.mutate({ id: person.id, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <RoleSelect value={role} onChange={setRole} />
      <p className="help">{t("immediately")}</p>
    </FormDialog>
  );
}

function RoleSelect({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  return (
    <Select
      label={t("role")}
      name="role"
      options={roleOptions}
      value={value}
      onChange={(role) => onChange(role as Role)}
    />
  );
}
