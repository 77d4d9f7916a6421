import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useSession } from "../api/session.tsx";
import { toast } from "../ui/toast.tsx";
import { SignOut } from "./sign_out.tsx";

/** The form in which staff users change their own password. */
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
        description="12 to 128 characters. A few random words are easy to remember."
        value={newPassword}
        onChange={setNewPassword}
        isRequired
      />
      <TextField
        label="Repeat the new password"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        isRequired
        validate={(text) => text === newPassword ? null : "The two passwords are different"}
      />
      <Button type="submit" kind="primary" isPending={change.isPending}>Change password</Button>
    </Form>
  );
}

/** The page of a user with a one-time password: they must replace it first. */
export function FirstPassword() {
  const { user } = useSession();
  return (
    <main className="full-page">
      <div className="sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Choose your password</h1>
        <p className="muted">
          Welcome,{" "}
          {user.name}. Your one-time password works only once. Choose your own password to continue.
        </p>
        <PasswordForm
          currentLabel="One-time password"
          onChanged={() => toast("Password changed")}
        />
        <SignOut />
      </div>
    </main>
  );
}
