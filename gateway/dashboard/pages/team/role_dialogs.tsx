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
  { value: "STAFF", label: "Front desk: Today and appointments" },
  { value: "ADMIN", label: "Administrator: everything but the team" },
  { value: "OWNER", label: "Owner: everything" },
];

/** Takes somebody new into the team. */
export function InviteDialog({ onClose, onMade }: {
  onClose(): void;
  onMade(made: { name: string; password: string }): void;
}) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("STAFF");
  const invite = useWrite("staff.invite", { changes });
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form
        className="dialog-form"
        error={invite.error}
        fields={["name", "email", "role"]}
        onSubmit={() =>
          invite.mutate({ email, name, role }, {
            onSuccess: ({ oneTimePassword }) => onMade({ name, password: oneTimePassword }),
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
            No mail is sent: you are shown a one-time password to pass on.
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

/** Gives somebody another role. */
export function RoleDialog({ person, onClose }: { person: StaffUser; onClose(): void }) {
  const [role, setRole] = useState(person.role);
  const setTo = useWrite("staff.setRole", { changes });
  return (
    <Dialog title={`${person.name}’s role`} onClose={onClose}>
      <Form
        className="dialog-form"
        error={setTo.error}
        fields={["role"]}
        onSubmit={() => setTo.mutate({ id: person.id, role }, { onSuccess: onClose })}
      >
        <div className="dialog-body">
          <RoleSelect value={role} onChange={setRole} />
          <p className="help">It holds from {person.name}’s next request on.</p>
        </div>
        <DialogActions>
          <Button onPress={onClose}>Keep the role</Button>
          <Button type="submit" kind="primary" isPending={setTo.isPending}>Change role</Button>
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
