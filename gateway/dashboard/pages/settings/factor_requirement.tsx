import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { useOrganizationSave } from "../../api/organization_save.ts";
import type { Output, Role } from "../../api/types.ts";
import { CheckboxGroup } from "../../ui/choices.tsx";
import { t as conflict } from "../../ui/conflict_texts.ts";
import { Loaded } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { t as ui } from "../../ui/texts.ts";
import { t } from "./texts.ts";

type Organization = Output<"organization.current">;
type Changes = Pick<Organization, "factorRequiredRoles">;

const roles = ["OWNER", "ADMIN", "STAFF", "VIEWER"] as const;

/** The roles whose users need a second factor. */
export function FactorRequirement() {
  const read = useRead("organization.current");
  const [resets, setResets] = useState(0);
  return (
    <section className="card">
      <h2>{t("factors.title")}</h2>
      <p className="muted">{t("factors.help")}</p>
      <Loaded read={read}>
        {(organization) => (
          <Fields
            key={resets}
            organization={organization}
            onReset={() => setResets(resets + 1)}
          />
        )}
      </Loaded>
    </section>
  );
}

function Fields({ organization, onReset }: { organization: Organization; onReset(): void }) {
  const [required, setRequired] = useState<string[]>(organization.factorRequiredRoles);
  const write = useWrite("organization.requireFactors", {
    changes: ["organization.current", "session.current"],
  });
  const saving = useOrganizationSave<Changes>(organization, {
    send: (changes, version) => write.mutateAsync({ roles: changes.factorRequiredRoles, version }),
    onSaved: () => toast(t("saved")),
    onReset,
  });
  return (
    <VersionedForm
      saving={saving}
      fields={["roles"]}
      labelOf={() => t("factors.roles")}
      textOf={(_, value) =>
        (value as Role[]).map((role) => ui(`role.${role}`)).join(", ") || conflict("empty")}
      action={t("save")}
      onSubmit={() =>
        saving.save({ factorRequiredRoles: roles.filter((role) => required.includes(role)) })}
    >
      <CheckboxGroup
        label={t("factors.roles")}
        name="roles"
        value={required}
        onChange={setRequired}
        options={roles.map((role) => ({ value: role, label: ui(`role.${role}`) }))}
      />
    </VersionedForm>
  );
}
