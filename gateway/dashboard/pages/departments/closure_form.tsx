import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Affected } from "./affected.tsx";
import { shownSettings } from "./use_settings.ts";

const t = texts("departments");

/** Adds one closure to departments, or to all if `departmentIds` is null. Shows the people it affects before it is saved. */
export function ClosureForm({ departmentIds, action, onAdded }: {
  departmentIds: number[] | null;
  action: string;
  /** `affected` is the number of scheduled appointments on these dates. */
  onAdded(closure: { from: string; to: string }, affected: number): void;
}) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [reason, setReason] = useState("");
  const add = useWrite("departments.addClosure", { changes: shownSettings });
  const [environment] = useEnvironment();
  const last = to || from;
  const isRange = from !== "" && from <= last && departmentIds?.length !== 0;
  const query = { departmentIds, from, to: last };
  const affected = useRead("appointments.affected", { ...query, environment, page: 0, size: 10 }, {
    isEnabled: isRange,
  });
  function submit(): void {
    add.mutate({ ...query, reason }, {
      onSuccess() {
        onAdded({ from, to: last }, affected.data?.totalElements ?? 0);
        setFrom("");
        setTo("");
        setReason("");
      },
    });
  }
  return (
    <Form error={add.error} fields={["from", "to", "reason"]} onSubmit={submit}>
      <div className="closure-form">
        <DateField
          name="from"
          label={t("closures.from")}
          value={from}
          onChange={setFrom}
          isRequired
        />
        <DateField
          name="to"
          label={t("closures.to")}
          description={t("closures.toHelp")}
          value={to}
          onChange={setTo}
          min={from || undefined}
        />
        <TextField
          name="reason"
          label={t("closures.reason")}
          description={t("closures.reasonHelp")}
          value={reason}
          onChange={setReason}
          maxLength={255}
        />
      </div>
      <div className="form-actions">
        <Button
          type="submit"
          kind="primary"
          isPending={add.isPending}
          isDisabled={departmentIds?.length === 0}
        >
          {action}
        </Button>
      </div>
      {/* Below the button, so that the button does not move away when the list arrives. */}
      {isRange && <Affected query={query} canAct={false} />}
    </Form>
  );
}
