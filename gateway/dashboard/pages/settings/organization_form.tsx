import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { useOrganizationSave } from "../../api/organization_save.ts";
import { dateText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { TextField } from "../../ui/fields.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { TimeZoneField } from "./time_zone_field.tsx";
import { t } from "./texts.ts";

type Organization = Output<"organization.current">;
type Changes = Pick<Organization, "name" | "timeZone" | "maxKeyDays">;

/** The queries that show the name or times of the organization. */
const shownSettings = [
  "organization.current",
  "session.current",
  "departments",
  "appointments",
  "desk.day",
] as const;

/** The name and time zone of the organization. */
export function OrganizationForm() {
  const read = useRead("organization.current");
  const [resets, setResets] = useState(0);
  return (
    <section className="card">
      <h2>{t("organization")}</h2>
      <Loaded read={read} skeleton={<Skeleton rows={3} />}>
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
  const [name, setName] = useState(organization.name);
  const [timeZone, setTimeZone] = useState(organization.timeZone);
  const [days, setDays] = useState(String(organization.maxKeyDays ?? ""));
  const update = useWrite("organization.update", { changes: shownSettings });
  const saving = useOrganizationSave<Changes>(organization, {
    send: (changes, version) => update.mutateAsync({ ...changes, version }),
    onSaved: () => toast(t("saved")),
    onReset,
  });
  return (
    <VersionedForm
      saving={saving}
      fields={["name", "timeZone", "maxKeyDays"]}
      labelOf={(field) => t(field)}
      textOf={(_, value) => value === null ? t("noMaximum") : String(value)}
      action={t("save")}
      onSubmit={() =>
        saving.save({ name, timeZone, maxKeyDays: days === "" ? null : Number(days) })}
    >
      <TextField label={t("name")} name="name" value={name} onChange={setName} isRequired />
      <TimeZoneField value={timeZone} onChange={setTimeZone} />
      <TextField
        label={t("maxKeyDays")}
        name="maxKeyDays"
        inputMode="numeric"
        validate={(text) => /^(|[1-9]\d{0,3})$/.test(text) ? null : t("maxKeyDaysFault")}
        description={t("maxKeyDaysHelp")}
        value={days}
        onChange={setDays}
      />
      <p className="muted small">
        {t("number", { id: String(organization.id), date: dateText(organization.createdAt) })}
      </p>
    </VersionedForm>
  );
}
