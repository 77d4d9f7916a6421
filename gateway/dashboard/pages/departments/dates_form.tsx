import { type ReactNode, useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { readNow } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Affected } from "./affected.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { t } from "./texts.ts";

/** What the user entered. Without a last date, `to` is `from`. */
export interface DatesEntry {
  from: string;
  to: string;
  reason: string;
}

interface DatesFormProps {
  /** Whose appointments the entry affects, and at which hours. Null as long as that is not chosen. */
  affects: Omit<AffectedQuery, "from" | "to"> | null;
  reasonHelp: string;
  /** The text of the button. */
  action: string;
  add: { error: unknown; isPending: boolean };
  disabledReason?: string | false;
  /** Saves the entry, and then calls `onSaved`. */
  save(entry: DatesEntry, onSaved: () => void): void;
  /** Gets the query of the affected appointments, or null if there are none. */
  onAdded(affected: AffectedQuery | null): void;
  /** More fields, and whether something is entered in them. */
  children?: ReactNode;
  hasMore?: boolean;
}

/** The form of a closure or an absence. Shows the appointments that it affects before it is saved. */
export function DatesForm(
  {
    affects,
    reasonHelp,
    action,
    add,
    disabledReason = false,
    save,
    onAdded,
    children,
    hasMore = false,
  }: DatesFormProps,
) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [reason, setReason] = useState("");
  const [environment] = useEnvironment();
  const last = to || from;
  const query = affects && from !== "" && from <= last ? { ...affects, from, to: last } : null;
  function submit(): void {
    save({ from, to: last, reason }, () => {
      for (const clear of [setFrom, setTo, setReason]) clear("");
      void hasAffected().then((has) => onAdded(has ? query : null));
    });
  }
  /** If they cannot be counted, the list that opens says so. */
  async function hasAffected(): Promise<boolean> {
    if (!query) return false;
    const input = { ...query, environment, page: 0, size: 10 };
    try {
      const { totalElements } = await readNow("appointments.affected", input);
      return totalElements > 0;
    } catch {
      return true;
    }
  }
  return (
    <Form
      error={add.error}
      fields={["from", "to", "starts", "ends", "reason"]}
      // After a save the form is empty again.
      isChanged={() => hasMore || [from, to, reason].some((text) => text !== "")}
      onSubmit={submit}
    >
      <div className="columns halves">
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
          description={reasonHelp}
          value={reason}
          onChange={setReason}
          maxLength={255}
        />
      </div>
      {children}
      <div className="row">
        <Button
          type="submit"
          kind="primary"
          isPending={add.isPending}
          disabledReason={disabledReason}
        >
          {action}
        </Button>
      </div>
      {/* Below the button, so that the button does not move away when the list arrives. */}
      {query && <Affected query={query} canAct={false} />}
    </Form>
  );
}
