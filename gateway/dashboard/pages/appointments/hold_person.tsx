import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useWrite } from "../../api/hooks.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

type Person = Output<"appointments.person">["person"];

/** The button that places a legal hold on a person, with the reason. The list of holds is in the settings. */
export function HoldPerson({ id, person }: { id: number; person: Person }) {
  // The person on the page when the user began.
  const [asked, setAsked] = useState<Person | null>(null);
  const [reason, setReason] = useState("");
  const [environment] = useEnvironment();
  const place = useWrite("retention.placeLegalHold", { changes: ["retention.legalHolds"] });
  return (
    <>
      <Button
        kind="quiet"
        onPress={() => {
          place.reset();
          setAsked(person);
        }}
      >
        {t("hold.button")}
      </Button>
      {asked && (
        <FormDialog
          title={t("hold.title")}
          fields={["reason"]}
          write={place}
          action={t("hold.action")}
          onClose={() => setAsked(null)}
          onSubmit={() =>
            place.mutate({ id, environment, reason, from: asked }, {
              onSuccess() {
                setAsked(null);
                setReason("");
                toast(t("hold.done"));
              },
            })}
        >
          <p>{t("hold.help")}</p>
          <TextField
            label={t("hold.reason")}
            name="reason"
            value={reason}
            onChange={setReason}
            autoFocus
            isRequired
          />
        </FormDialog>
      )}
    </>
  );
}
