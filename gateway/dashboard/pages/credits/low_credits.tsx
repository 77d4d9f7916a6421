import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

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
  return (
    <section className="card apart">
      <h2>{t("low.title")}</h2>
      <Loaded read={read} skeleton={<Skeleton rows={1} />}>
        {(organization) => <Fields key={organization.version} organization={organization} />}
      </Loaded>
    </section>
  );
}

function Fields({ organization }: { organization: Output<"organization.current"> }) {
  const [threshold, setThreshold] = useState(String(organization.lowCreditThreshold ?? ""));
  const save = useWrite("organization.update", { changes: ["organization.current"] });
  const { version } = organization;
  return (
    <Form
      error={save.error}
      fields={["lowCreditThreshold"]}
      onSubmit={() =>
        save.mutate({
          lowCreditThreshold: threshold === "" ? null : Number(threshold),
          version,
        }, { onSuccess: () => toast(t("low.saved")) })}
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
      <div className="row">
        <Button type="submit" kind="primary" isPending={save.isPending}>{t("low.save")}</Button>
      </div>
    </Form>
  );
}

function isThreshold(text: string): boolean {
  return text === "" || /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 1_000_000_000;
}
