import { useState } from "react";
import { dateText } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { type DepartmentTabProps, useSettings } from "./use_settings.ts";

/** The dates on which the department is closed, whatever its opening hours are. */
export function Closures({ department }: DepartmentTabProps) {
  const settings = useSettings(department);
  const { closures } = department;
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [reason, setReason] = useState("");
  function add(): void {
    const closure = { from, to: to || from, reason };
    settings.save({
      closures: [...closures, closure].toSorted((a, b) => a.from < b.from ? -1 : 1),
    });
    setFrom("");
    setTo("");
    setReason("");
  }
  return (
    <div className="narrow stack">
      <p className="muted">
        Nobody can book new appointments on these dates. Existing appointments stay: move or cancel
        them under Appointments.
      </p>
      {closures.length === 0 ? <EmptyState title="No closures" /> : (
        <Table
          label="Closures"
          rows={closures}
          keyOf={(one) => `${one.from} ${one.to} ${one.reason}`}
          columns={[
            {
              label: "Dates",
              cell: (one) =>
                one.from === one.to
                  ? dateText(one.from)
                  : `${dateText(one.from)} – ${dateText(one.to)}`,
            },
            { label: "Reason", cell: (one) => one.reason },
            {
              label: "Actions",
              hidesLabel: true,
              align: "end",
              cell: (one) => (
                <Button
                  kind="quiet"
                  onPress={() => settings.save({ closures: closures.filter((it) => it !== one) })}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      <Form error={settings.error} fields={[]} onSubmit={add}>
        <div className="closure-form">
          <DateField label="From" value={from} onChange={setFrom} isRequired />
          <DateField label="To (empty: same day)" value={to} onChange={setTo} min={from} />
          <TextField label="Reason" value={reason} onChange={setReason} maxLength={255} />
        </div>
        <div className="form-actions">
          <Button type="submit" kind="primary" isPending={settings.isPending}>Add closure</Button>
        </div>
      </Form>
    </div>
  );
}
