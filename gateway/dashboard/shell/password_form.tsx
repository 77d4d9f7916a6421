import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useSession } from "../api/session.tsx";
import { toast } from "../ui/toast.tsx";
import { SignOut } from "./sign_out.tsx";

/** The form by which people change their own password. */
export function PasswordForm({ currentLabel = "Current password", onChanged }: {
  currentLabel?: string;
  onChanged(): void;
}) {
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const change = useWrite("session.changePassword", { changes: ["session.current"] });
  return (
    <Form
      error={change.error}
      fields={["currentPassword", "newPassword"]}
      onSubmit={() =>
        change.mutate({ currentPassword, newPassword }, {
          onSuccess() {
            for (const clear of [setCurrentPassword, setNewPassword, setRepeated]) clear("");
            onChanged();
          },
        })}
    >
      <TextField
        label={currentLabel}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrentPassword}
        isRequired
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        description="12 to 128 characters. Several words are easier to remember than signs."
        value={newPassword}
        onChange={setNewPassword}
        isRequired
      />
      <TextField
        label="New password again"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        isRequired
        validate={(text) => text === newPassword ? null : "Is not the same"}
      />
      <Button type="submit" kind="primary" isPending={change.isPending}>Change password</Button>
    </Form>
  );
}

/** Whose password is a one-time one gets nowhere before it is changed. */
export function FirstPassword() {
  const { user } = useSession();
  return (
    <main className="full-page">
      <div className="sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Choose your password</h1>
        <p className="muted">
          Welcome, {user.name}. The password you came with works once; choose your own to go on.
        </p>
        <PasswordForm
          currentLabel="One-time password"
          onChanged={() => toast("Your password is changed")}
        />
        <SignOut />
      </div>
    </main>
  );
}
