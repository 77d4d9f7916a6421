import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useWrite } from "../../api/hooks.ts";
import type { Environment, Input } from "../../api/types.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Segments } from "../../ui/segments.tsx";
import { CopyField, ShownOnce } from "../../ui/shown_once.tsx";
import { curlOf } from "../developers/quick_start.ts";
import { useQuickStart } from "../developers/use_quick_start.ts";
import { endOfDay, useLatestEnd } from "./key_end.ts";
import { keyFieldNames, KeyFields } from "./key_fields.tsx";
import { networksIn } from "../../ui/networks_text.ts";
import { t } from "./texts.ts";

/** Shows a new key once, with a command that books with it. */
export function KeyOnce({ apiKey, onClose }: { apiKey: string; onClose(): void }) {
  const { booking, sketch } = useQuickStart(apiKey);
  const command = booking ?? sketch;
  return (
    <ShownOnce title={t("createdTitle")} label={t("key")} value={apiKey} onClose={onClose}>
      {command && (
        // The command has its place before it is known, so that the button below does not move under the pointer.
        <div className={booking ? "" : "reserved"}>
          <CopyField label={t("firstBooking")} value={curlOf(command)} isMultiline />
        </div>
      )}
    </ShownOnce>
  );
}

type Scopes = Input<"apiKeys.create">["scopes"];

/** Asks for the settings of a new key. */
export function NewKey({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { key: string }): void;
}) {
  const [environment, setEnvironment] = useState<Environment>(useEnvironment()[0]);
  const [values, setValues] = useState({
    name: "",
    scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
    limit: "1000",
    end: "",
    networks: "",
    cap: "",
  });
  const latestEnd = useLatestEnd(null);
  const create = useWrite("apiKeys.create", { changes: ["apiKeys.list"] });
  return (
    <FormDialog
      title={t("createTitle")}
      fields={keyFieldNames}
      write={create}
      action={t("create")}
      onSubmit={() =>
        create.mutate({
          name: values.name,
          environment,
          scopes: values.scopes as Scopes,
          rateLimitPerHour: Number(values.limit),
          expiresAt: endOfDay(values.end, null),
          allowedNetworks: networksIn(values.networks),
          ...(environment === "LIVE" && values.cap !== "" &&
            { dailyCreditCap: Number(values.cap) }),
        }, { onSuccess: onCreated })}
      onClose={onClose}
    >
      <div className="field">
        <span className="label">{t("environment")}</span>
        <div>
          <Segments<Environment>
            label={t("environment")}
            options={[{ value: "LIVE", label: t("live") }, { value: "TEST", label: t("test") }]}
            value={environment}
            onChange={setEnvironment}
          />
        </div>
        <span className="help">{t("environmentHelp")}</span>
      </div>
      <KeyFields
        values={values}
        onChange={setValues}
        latestEnd={latestEnd}
        hasCap={environment === "LIVE"}
        autoFocus
      />
    </FormDialog>
  );
}
