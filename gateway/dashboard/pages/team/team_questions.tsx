import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Role, StaffUser } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Select } from "../../ui/select.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";

export type TeamQuestion =
  | { kind: "invite" }
  | { kind: "role" | "password" | "disable" | "enable"; person: StaffUser }
  | { kind: "shown"; name: string; password: string };

const changes = ["staff.list"] as const;
const roleOptions = [
  { value: "STAFF", label: "Front desk: Today and appointments" },
  { value: "ADMIN", label: "Administrator: everything but the team" },
  { value: "OWNER", label: "Owner: everything" },
];

/** What is asked before something is done with somebody's access. */
export function TeamQuestions({ question, ask }: {
  question: TeamQuestion | null;
  ask(question: TeamQuestion | null): void;
}) {
  const reset = useWrite("staff.resetPassword", { changes });
  const disable = useWrite("staff.disable", { changes });
  const enable = useWrite("staff.enable", { changes });
  const close = () => ask(null);
  if (!question) return null;
  if (question.kind === "invite") {
    return <InviteDialog onClose={close} onMade={(made) => ask({ kind: "shown", ...made })} />;
  }
  if (question.kind === "shown") {
    return (
      <ShownOnce
        title={`${question.name}’s one-time password`}
        label="One-time password"
        value={question.password}
        onClose={close}
      >
        <p className="help">They choose their own when they sign in with it.</p>
      </ShownOnce>
    );
  }
  const { person: { id, name } } = question;
  if (question.kind === "role") return <RoleDialog person={question.person} onClose={close} />;
  if (question.kind === "password") {
    return (
      <Confirm
        title={`Give ${name} a one-time password?`}
        action="Make one-time password"
        write={reset}
        input={{ id }}
        onClose={close}
        onDone={({ oneTimePassword }) => ask({ kind: "shown", name, password: oneTimePassword })}
      >
        <p>The password until now stops working, and {name} is signed out everywhere.</p>
      </Confirm>
    );
  }
  const isDisabling = question.kind === "disable";
  return (
    <Confirm
      title={isDisabling ? `Disable ${name}?` : `Let ${name} in again?`}
      action={isDisabling ? "Disable" : "Let in again"}
      write={isDisabling ? disable : enable}
      input={{ id }}
      onClose={close}
      onDone={() =>
        toast(isDisabling ? `${name} is signed out and stays out` : `${name} may sign in`)}
    >
      <p>
        {isDisabling
          ? `${name} is signed out at once and cannot sign in. What they did stays in the audit.`
          : `${name} can sign in again, with the password of before.`}
      </p>
    </Confirm>
  );
}

function InviteDialog({ onClose, onMade }: {
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

function RoleDialog({ person, onClose }: { person: StaffUser; onClose(): void }) {
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
