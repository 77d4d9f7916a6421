import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Output, Role } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxGroup } from "../../ui/choices.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { t as ui } from "../../ui/texts.ts";
import { t } from "./texts.ts";

const roles = ["OWNER", "ADMIN", "STAFF", "VIEWER"] as const;

/** The roles whose users need a second factor. */
export function FactorRequirement() {
  const read = useRead("organization.current");
  return (
    <section className="card">
      <h2>{t("factors.title")}</h2>
      <p className="muted">{t("factors.help")}</p>
      <Loaded read={read}>
        {(organization) => <Fields key={organization.version} organization={organization} />}
      </Loaded>
    </section>
  );
}

function Fields({ organization }: { organization: Output<"organization.current"> }) {
  const [required, setRequired] = useState<string[]>(organization.factorRequiredRoles);
  const save = useWrite("organization.requireFactors", {
    changes: ["organization.current", "session.current"],
  });
  const { version } = organization;
  return (
    <Form
      error={save.error}
      fields={["roles"]}
      onSubmit={() =>
        save.mutate({ roles: required as Role[], version }, {
          onSuccess: () => toast(t("saved")),
        })}
    >
      <CheckboxGroup
        label={t("factors.roles")}
        name="roles"
        value={required}
        onChange={setRequired}
        options={roles.map((role) => ({ value: role, label: ui(`role.${role}`) }))}
      />
      <div className="row">
        <Button type="submit" kind="primary" isPending={save.isPending}>{t("save")}</Button>
      </div>
    </Form>
  );
}
