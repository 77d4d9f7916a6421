import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { texts } from "../messages/texts.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password_field.tsx";
import { toast } from "../ui/toast.tsx";
import { SignOut } from "./sign_out.tsx";

const t = texts("shell");

/** The form in which staff users change their own password. It does not ask for a password that is known. */
export function PasswordForm({ known, currentLabel = t("currentPassword"), onChanged }: {
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
        label={t("newPassword")}
        name="newPassword"
        autoComplete="new-password"
        description={t("newPasswordHelp")}
        value={newPassword}
        onChange={setNewPassword}
        autoFocus={known !== undefined}
      />
      <PasswordField
        label={t("repeatPassword")}
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        validate={(text) => text === newPassword ? null : t("passwordsDiffer")}
      />
      <Button type="submit" kind="primary" isPending={change.isPending}>
        {t("changePassword")}
      </Button>
    </Form>
  );
}

/** The page of a user with a one-time password: they must replace it first. */
export function FirstPassword({ oneTimePassword }: { oneTimePassword: string | undefined }) {
  const { user } = useSession();
  return (
    <main className="full-page">
      <div className="sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{t("choosePassword")}</h1>
        <p className="muted">{t("choosePasswordText", { name: user.name })}</p>
        <PasswordForm
          known={oneTimePassword}
          currentLabel={t("oneTimePassword")}
          onChanged={() => toast(t("passwordChanged"))}
        />
        <SignOut />
      </div>
    </main>
  );
}
