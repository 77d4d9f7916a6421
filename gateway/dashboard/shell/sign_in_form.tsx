import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import type { Session } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";

/** E-mail and password. */
export function SignInForm({ email: known = "", onSignedIn }: {
  email?: string;
  onSignedIn(session: Session): void;
}) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const signIn = useWrite("session.signIn");
  return (
    <Form
      error={signIn.error}
      fields={["email", "password"]}
      onSubmit={() =>
        signIn.mutate({ email, password }, {
          onSuccess: onSignedIn,
          onError: () => setPassword(""),
        })}
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        autoFocus={known === ""}
        isRequired
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus={known !== ""}
        isRequired
      />
      <Button type="submit" kind="primary" className="block" isPending={signIn.isPending}>
        Sign in
      </Button>
    </Form>
  );
}
