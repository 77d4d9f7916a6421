import { useState } from "react";
import { queryClient } from "../../api/client.ts";
import { keyOf, readNow, useRead, useWrite } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { dateTimeText, numberText } from "../../api/time.ts";
import type { Input, Output } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { t as conflict } from "../../ui/conflict_texts.ts";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { SaveConflictDialog } from "../../ui/save_conflict.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

type Rules = Output<"retention.current">;
type Days = Input<"retention.preview">;

const fields = ["appointmentDays", "eventDays", "usageDays", "auditDays"] as const;
const kinds = ["appointments", "visits", "events", "calls", "entries"] as const;
/** The service counts up to here. */
const maxCounted = 10_000;

/** For how many days the data of people is kept. Before the rules are saved, the page says what they remove. */
export function RetentionForm() {
  const read = useRead("retention.current");
  const [resets, setResets] = useState(0);
  return (
    <section className="card">
      <h2>{t("retention.title")}</h2>
      <p className="muted">{t("retention.lead")}</p>
      <Loaded read={read} skeleton={<Skeleton rows={3} />}>
        {(rules) => <Fields key={resets} rules={rules} onReset={() => setResets(resets + 1)} />}
      </Loaded>
    </section>
  );
}

function Fields({ rules, onReset }: { rules: Rules; onReset(): void }) {
  const [texts, setTexts] = useState(() => ({
    appointmentDays: String(rules.appointmentDays ?? ""),
    eventDays: String(rules.eventDays ?? ""),
    usageDays: String(rules.usageDays ?? ""),
    auditDays: String(rules.auditDays ?? ""),
  }));
  const [saved, setSaved] = useState(texts);
  const [asked, setAsked] = useState<Days | null>(null);
  const write = useWrite("retention.set", {
    changes: ["retention.current", "organization.current"],
  });
  const saving = useVersionedSave<Rules, Partial<Days>>(rules, {
    send: (days, { appointmentDays, eventDays, usageDays, auditDays, version }) =>
      write.mutateAsync({ appointmentDays, eventDays, usageDays, auditDays, ...days, version }),
    readNow: () => readNow("retention.current"),
    subject: { subjectKind: "organization", subjectId: useSession().organization.id },
    onSaved() {
      setSaved(texts);
      setAsked(null);
      toast(t("saved"));
    },
    onTaken(now) {
      queryClient.setQueryData(keyOf("retention.current"), now);
      onReset();
    },
  });
  function edit(): void {
    saving.stop();
    setAsked(null);
  }
  const daysOf = (field: typeof fields[number]) =>
    texts[field] === "" ? null : Number(texts[field]);
  return (
    <>
      <Form
        error={null}
        fields={fields}
        isChanged={() => fields.some((field) => texts[field] !== saved[field])}
        onSubmit={() =>
          setAsked({
            appointmentDays: daysOf("appointmentDays"),
            eventDays: daysOf("eventDays"),
            usageDays: daysOf("usageDays"),
            auditDays: daysOf("auditDays"),
          })}
      >
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(`retention.fields.${field}`)}
            name={field}
            inputMode="numeric"
            unit={t("retention.days")}
            validate={(text) => isDays(text) ? null : t("maxKeyDaysFault")}
            description={t(`retention.helps.${field}`)}
            value={texts[field]}
            onChange={(text) => setTexts({ ...texts, [field]: text })}
          />
        ))}
        {rules.lastRun && <LastRun run={rules.lastRun} />}
        <div className="row">
          <Button type="submit" kind="primary">{t("retention.check")}</Button>
        </div>
      </Form>
      {asked && !saving.conflict && (
        <Confirm
          title={t("retention.confirmTitle")}
          action={t("retention.save")}
          write={{ ...saving, mutate: saving.save }}
          input={asked}
          onClose={edit}
        >
          <Preview days={asked} />
        </Confirm>
      )}
      {saving.conflict && (
        <SaveConflictDialog
          conflict={saving.conflict}
          labelOf={(field) => t(`retention.fields.${field}`)}
          textOf={(_, value) => value === null ? conflict("empty") : numberText(Number(value))}
          saving={{ ...saving, keepEditing: edit }}
        />
      )}
    </>
  );
}

function isDays(text: string): boolean {
  return text === "" || /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650;
}

function Preview({ days }: { days: Days }) {
  const read = useRead("retention.preview", days, { staleMs: 0 });
  return (
    <Loaded read={read} skeleton={<Skeleton rows={3} />}>
      {(found) => (
        <>
          <p>{t("retention.confirm")}</p>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>{t(`retention.kinds.${kind}`, { count: countText(found[kind]) })}</li>
            ))}
          </ul>
          {found.held > 0 && <p>{t("retention.held", { count: countText(found.held) })}</p>}
        </>
      )}
    </Loaded>
  );
}

function countText(count: number): string {
  return count < maxCounted
    ? numberText(count)
    : t("retention.atLeast", { count: numberText(count) });
}

function LastRun({ run }: { run: NonNullable<Rules["lastRun"]> }) {
  const counts = kinds.map((kind) => t(`retention.kinds.${kind}`, { count: numberText(run[kind]) }))
    .join(" · ");
  const at = dateTimeText(run.finishedAt ?? run.startedAt);
  return (
    <p className="muted small">
      {t(run.finishedAt === null ? "retention.running" : "retention.lastRun", { at, counts })}
    </p>
  );
}
