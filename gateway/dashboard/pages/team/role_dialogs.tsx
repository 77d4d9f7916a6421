import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Role, StaffUser } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
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
    <Dialog title="Invite a staff user" onClose={onClose}>
      <Form
        className="dialog-form"
        error={invite.error}
        fields={["name", "email", "role"]}
        onSubmit={() =>
          invite.mutate({ email, name, role }, {
            onSuccess: ({ oneTimePassword }) => onCreated({ name, password: oneTimePassword }),
          })}
      >
        <div className="dialog-body">
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
        </div>
        <DialogActions>
          <Button onPress={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isPending={invite.isPending}>Invite</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Changes the role of a staff user. */
export function RoleDialog({ person, onClose }: { person: StaffUser; onClose(): void }) {
  const [role, setRole] = useState(person.role);
  const setRoleOf = useWrite("staff.setRole", { changes });
  return (
    <Dialog title={`Role of ${person.name}`} onClose={onClose}>
      <Form
        className="dialog-form"
        error={setRoleOf.error}
        fields={["role"]}
        onSubmit={() => setRoleOf.mutate({ id: person.id, role }, { onSuccess: onClose })}
      >
        <div className="dialog-body">
          <RoleSelect value={role} onChange={setRole} />
          <p className="help">The new role applies at once.</p>
        </div>
        <DialogActions>
          <Button onPress={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isPending={setRoleOf.isPending}>Change role</Button>
        </DialogActions>
      </Form>
    </Dialog>
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
