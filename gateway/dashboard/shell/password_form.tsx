import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";

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
