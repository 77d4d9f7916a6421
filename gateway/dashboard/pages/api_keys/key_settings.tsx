import { useState } from "react";
import { hasErrorCode } from "../../api/errors.ts";
import { useWrite } from "../../api/hooks.ts";
import type { ApiKey, Input } from "../../api/types.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { keyFieldNames, KeyFields, type KeyValues } from "./key_fields.tsx";

const t = texts("apiKeys");

/** The settings of a key. A save is refused if somebody else has saved since they were read. */
export function KeySettings({ apiKey }: { apiKey: ApiKey }) {
  // Polls bring newer values while somebody types. The save names the version that was shown.
  const [opened, setOpened] = useState(apiKey);
  const [values, setValues] = useState(valuesOf(apiKey));
  const update = useWrite("apiKeys.update", { changes: ["apiKeys.list"] });
  const isStale = hasErrorCode(update.error, "CONFLICT") && apiKey.version !== opened.version;
  function show(key: ApiKey): void {
    setOpened(key);
    setValues(valuesOf(key));
    update.reset();
  }
  return (
    <section className="card narrow">
      <h2>{t("settings")}</h2>
      <Form
        // A new form, so that the saved values do not count as unsaved changes.
        key={opened.version}
        fields={keyFieldNames}
        error={isStale ? null : update.error}
        onSubmit={() =>
          update.mutate({
            id: apiKey.id,
            version: opened.version,
            name: values.name,
            scopes: values.scopes as Input<"apiKeys.create">["scopes"],
            rateLimitPerHour: Number(values.limit),
          }, {
            onSuccess(saved) {
              show(saved);
              toast(t("saved"));
            },
          })}
      >
        {isStale && (
          <div className="notice" role="alert">
            <p>{t("stale", { now: textOf(valuesOf(apiKey)), yours: textOf(values) })}</p>
            <Button onPress={() => show(apiKey)}>{t("loadAgain")}</Button>
          </div>
        )}
        <KeyFields values={values} onChange={setValues} />
        <div>
          <Button type="submit" kind="primary" isPending={update.isPending}>{t("save")}</Button>
        </div>
      </Form>
    </section>
  );
}

function valuesOf({ name, scopes, rateLimitPerHour }: ApiKey): KeyValues {
  return { name, scopes, limit: String(rateLimitPerHour) };
}

function textOf({ name, scopes, limit }: KeyValues): string {
  const names = (["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] as const)
    .filter((scope) => scopes.includes(scope)).map((scope) => t(`scope.${scope}`));
  return [name, ...names, limit].join(", ");
}
