import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { useOrganizationSave } from "../../api/organization_save.ts";
import { numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { TextField } from "../../ui/fields.tsx";
import { t as conflict } from "../../ui/conflict_texts.ts";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { t } from "./texts.ts";

type Organization = Output<"organization.current">;
type Changes = Pick<Organization, "lowCreditThreshold">;

/** Returns a function that warns of a live balance at or below the threshold (core/credits/README.md 5). */
export function useLowCredits(): (balance: number) => string | undefined {
  const threshold = useRead("organization.current").data?.lowCreditThreshold ?? null;
  return (balance) =>
    threshold !== null && balance <= threshold
      ? t("low.reached", { threshold: numberText(threshold) })
      : undefined;
}

/** The number of live credits at which the organization is warned. */
export function LowCredits() {
  const read = useRead("organization.current");
  const [resets, setResets] = useState(0);
  return (
    <section className="card apart">
      <h2>{t("low.title")}</h2>
      <Loaded read={read} skeleton={<Skeleton rows={1} />}>
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
  const [threshold, setThreshold] = useState(String(organization.lowCreditThreshold ?? ""));
  const update = useWrite("organization.update", { changes: ["organization.current"] });
  const saving = useOrganizationSave<Changes>(organization, {
    send: (changes, version) => update.mutateAsync({ ...changes, version }),
    onSaved: () => toast(t("low.saved")),
    onReset,
  });
  return (
    <VersionedForm
      saving={saving}
      fields={["lowCreditThreshold"]}
      labelOf={() => t("low.threshold")}
      textOf={(_, value) => value === null ? conflict("empty") : numberText(Number(value))}
      action={t("low.save")}
      onSubmit={() =>
        saving.save({ lowCreditThreshold: threshold === "" ? null : Number(threshold) })}
    >
      <TextField
        label={t("low.threshold")}
        name="lowCreditThreshold"
        inputMode="numeric"
        unit={t("low.unit")}
        validate={(text) => isThreshold(text) ? null : t("low.fault")}
        description={t("low.help")}
        value={threshold}
        onChange={setThreshold}
      />
    </VersionedForm>
  );
}

function isThreshold(text: string): boolean {
  return text === "" || /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 1_000_000_000;
}
