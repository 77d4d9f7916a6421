import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { StaffUser } from "../../api/types.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { type Access, AccessFields } from "./access_fields.tsx";
import { t } from "./texts.ts";

const changes = ["staff.list"] as const;
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
