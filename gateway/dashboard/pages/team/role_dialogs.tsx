import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Role, StaffUser } from "../../api/types.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Select } from "../../ui/select.tsx";

const changes = ["staff.list"] as const;
const roleOptions = [
  { value: "STAFF", label: "Front desk: Today and Appointments" },
  { value: "ADMIN", label: "Administrator: everything except the team" },
  { value: "OWNER", label: "Owner: everything" },
];

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
      title="Invite a staff user"
      fields={["name", "email", "role"]}
      write={invite}
      action="Invite"
      onSubmit={() =>
        invite.mutate({ email, name, role }, {
          onSuccess: ({ oneTimePassword }) => onCreated({ name, password: oneTimePassword }),
        })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        autoFocus
        isRequired
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <RoleSelect value={role} onChange={setRole} />
      <p className="help">
        No e-mail is sent. You will see a one-time password to pass on.
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
      title={`Role of ${person.name}`}
      fields={["role"]}
      write={setRoleOf}
      action="Change role"
      onSubmit={() => setRoleOf.mutate({ id: person.id, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <RoleSelect value={role} onChange={setRole} />
      <p className="help">The new role applies at once.</p>
    </FormDialog>
  );
}

function RoleSelect({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  return (
    <Select
      label="Role"
      name="role"
      options={roleOptions}
      value={value}
      onChange={(role) => onChange(role as Role)}
    />
  );
}
