import { useState } from "react";
import { client } from "../../api/client.ts";
import { useWrite } from "../../api/hooks.ts";
import { dateOf, dateText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { toast } from "../../ui/toast.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { endOfDay, useLatestEnd } from "./key_end.ts";
import { keyFieldNames, KeyFields, type KeyValues } from "./key_fields.tsx";
import { networksIn } from "../../ui/networks_text.ts";
import { t } from "./texts.ts";

type Changes = Pick<
  ApiKey,
  "name" | "scopes" | "rateLimitPerHour" | "expiresAt" | "allowedNetworks" | "dailyCreditCap"
>;

/** The settings of a key. Of two saves of the same setting, the user chooses. */
export function KeySettings({ apiKey }: { apiKey: ApiKey }) {
  const { id } = apiKey;
  const latestEnd = useLatestEnd(apiKey.createdAt);
  // Polls bring newer values while somebody types. The form keeps the values that it was opened with.
  const [values, setValues] = useState(valuesOf(apiKey));
  const [resets, setResets] = useState(0);
  const update = useWrite("apiKeys.update", { changes: ["apiKeys.list"] });
  const saving = useVersionedSave<ApiKey, Changes>(apiKey, {
    send: (changes, { version }) => update.mutateAsync({ id, version, ...changes }),
    async readNow() {
      return (await client.query("apiKeys.list") as ApiKey[]).find((one) => one.id === id);
    },
    subject: { subjectKind: "api_key", subjectId: id },
    // What was typed since the save began stays.
    onSaved: () => toast(t("saved")),
    onTaken(now) {
      setValues(valuesOf(now));
      setResets(resets + 1);
    },
  });
  return (
    <section className="card narrow">
      <h2>{t("settings")}</h2>
      <VersionedForm
        // A new form, so that the values of somebody else do not count as unsaved changes.
        key={resets}
        fields={keyFieldNames}
        saving={saving}
        labelOf={(field) => t(labels[field])}
        textOf={textOf}
        action={t("save")}
        onSubmit={() =>
          saving.save({
            name: values.name,
            scopes: values.scopes as ApiKey["scopes"],
            rateLimitPerHour: Number(values.limit),
            expiresAt: endOfDay(values.end, apiKey.expiresAt),
            allowedNetworks: networksOf(values),
            dailyCreditCap: values.cap === "" ? null : Number(values.cap),
          })}
      >
        <KeyFields
          values={values}
          onChange={setValues}
          latestEnd={latestEnd}
          hasCap={apiKey.environment === "LIVE"}
        />
      </VersionedForm>
    </section>
  );
}

const labels = {
  name: "name",
  scopes: "permissions",
  rateLimitPerHour: "limit",
  expiresAt: "end",
  allowedNetworks: "networks",
  dailyCreditCap: "cap",
} as const;

function valuesOf(apiKey: ApiKey): KeyValues {
  const { name, scopes, rateLimitPerHour, expiresAt, allowedNetworks, dailyCreditCap } = apiKey;
  return {
    name,
    scopes,
    limit: String(rateLimitPerHour),
    end: expiresAt ? dateOf(expiresAt) : "",
    networks: (allowedNetworks ?? []).join("\n"),
    cap: String(dailyCreditCap ?? ""),
  };
}

function networksOf({ networks }: KeyValues): string[] | null {
  const list = networksIn(networks);
  return list.length === 0 ? null : list;
}

function textOf(field: keyof Changes, value: unknown): string {
  if (field === "allowedNetworks") return (value as string[] | null)?.join(", ") ?? t("everywhere");
  if (field === "dailyCreditCap" && value === null) return t("noCap");
  if (field === "expiresAt") return value ? dateText(value as string) : t("noEnd");
  if (!Array.isArray(value)) return typeof value === "number" ? numberText(value) : String(value);
  return (value as ApiKey["scopes"]).map((scope) => t(`scope.${scope}`)).join(", ");
}
