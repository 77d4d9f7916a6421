import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { t } from "./texts.ts";

/** Asks for the name and lifetime of a new token. */
export function NewToken({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { token: string }): void;
}) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("365");
  const create = useWrite("reportingTokens.create", { changes: ["reportingTokens.list"] });
  return (
    <FormDialog
      title={t("createTitle")}
      fields={["name", "expiresDays"]}
      write={create}
      action={t("create")}
      onSubmit={() =>
        create.mutate({ name, expiresDays: days === "" ? null : Number(days) }, {
          onSuccess: onCreated,
        })}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        name="name"
        description={t("nameHelp")}
        value={name}
        onChange={setName}
        validate={(text) => text.trim() === "" ? t("nameFault") : null}
        autoFocus
        isRequired
      />
      <TextField
        label={t("days")}
        name="expiresDays"
        inputMode="numeric"
        validate={(text) => /^(|[1-9]\d{0,4})$/.test(text) ? null : t("daysFault")}
        description={t("daysHelp")}
        value={days}
        onChange={setDays}
      />
    </FormDialog>
  );
}
