import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { PasswordField } from "../../ui/password_field.tsx";
import { t } from "./texts.ts";

/** The form in which staff users change their own password. It does not ask for a password that is known. */
export function PasswordForm({ known, currentLabel = t("password.current"), onChanged }: {
  known?: string | undefined;
  currentLabel?: string;
  onChanged(): void;
}) {
  const [typed, setTyped] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const change = useWrite("session.changePassword", { changes: ["session.current"] });
  const currentPassword = known ?? typed;
  return (
    <Form
      error={change.error}
      fields={known === undefined ? ["currentPassword", "newPassword"] : ["newPassword"]}
      isChanged={() => typed !== "" || newPassword !== "" || repeated !== ""}
      onSubmit={() =>
        change.mutate({ currentPassword, newPassword }, {
          onSuccess() {
            for (const clear of [setTyped, setNewPassword, setRepeated]) clear("");
            onChanged();
          },
        })}
    >
      {known === undefined && (
        <PasswordField
          label={currentLabel}
          name="currentPassword"
          autoComplete="current-password"
          value={typed}
          onChange={setTyped}
        />
      )}
      <PasswordField
        label={t("password.new")}
        name="newPassword"
        autoComplete="new-password"
        description={t("password.newHelp")}
        value={newPassword}
        onChange={setNewPassword}
        autoFocus={known !== undefined}
      />
      <PasswordField
        label={t("password.repeat")}
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        validate={(text) => text === newPassword ? null : t("password.differ")}
      />
      <Button type="submit" kind="primary" isPending={change.isPending}>
        {t("password.change")}
      </Button>
    </Form>
  );
}
