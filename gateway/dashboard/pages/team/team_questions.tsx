import { useWrite } from "../../api/hooks.ts";
import type { StaffUser } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { InviteDialog, RoleDialog } from "./role_dialogs.tsx";

export type TeamQuestion =
  | { kind: "invite" }
  | { kind: "role" | "password" | "disable" | "enable"; person: StaffUser }
  | { kind: "shown"; name: string; password: string };

const changes = ["staff.list"] as const;
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
