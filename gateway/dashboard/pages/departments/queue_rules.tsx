import { useState } from "react";
import { personLinkTexts } from "../../../../core/visits/queue_rule_fields.ts";
import { client } from "../../api/client.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Output, QueueDepartment } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { SaveConflictDialog } from "../../ui/save_conflict.tsx";
import { Select } from "../../ui/select.tsx";
import { Loaded } from "../../ui/states.tsx";
import { TimeField } from "../../ui/time_field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { DepartmentTabProps } from "./use_settings.ts";
import { t } from "./texts.ts";

/** How the people who wait are called, and what a check-in does. */
export function QueueRules({ department: { id } }: DepartmentTabProps) {
  const read = useRead("visits.queue", { departmentIds: [id] });
  return (
    <Loaded read={read}>
      {({ departments: [queue] }) => queue && <RulesForm key={id} id={id} rules={queue.rules} />}
    </Loaded>
  );
}

type Rules = QueueDepartment["rules"];
type Changes = Partial<Omit<Rules, "version">>;

function linkOptions() {
  const values = Object.keys(personLinkTexts) as Rules["personLink"][];
  return values.map((value) => ({ value, label: t(`queue.links.${value}`) }));
}

/** Sends only what was changed, so that changes of others to other settings stay. */
function RulesForm({ id, rules }: { id: number; rules: Rules }) {
  const [saved, setSaved] = useState(rules);
  const [resets, setResets] = useState(0);
  const [arrives, setArrives] = useState(rules.checkIn === "ARRIVE");
  const [text, setText] = useState(textsOf(rules));
  const change = useWrite("visits.changeQueueRules", { changes: ["visits"] });
  const saving = useVersionedSave<Rules, Changes>(rules, {
    send: (changes, { version }) => change.mutateAsync({ id, version, ...changes }),
    async readNow() {
      const read = await client.query("visits.queue", { departmentIds: [id] });
      return (read as Output<"visits.queue">).departments[0]?.rules;
    },
    subject: { subjectKind: "department", subjectId: id },
    onSaved(now) {
      setSaved(now);
      toast(t("saved"));
    },
    onTaken(now) {
      setSaved(now);
      setArrives(now.checkIn === "ARRIVE");
      setText(textsOf(now));
      setResets(resets + 1);
    },
  });
  const field = (name: keyof typeof text) => ({
    name,
    value: text[name],
    onChange: (value: string) => setText({ ...text, [name]: value }),
  });
  function save(): void {
    const entered: Required<Changes> = {
      checkIn: arrives ? "ARRIVE" : "COMPLETE",
      toleranceMinutes: Number(text.toleranceMinutes),
      arrivalMinutes: text.arrivalMinutes === "" ? null : Number(text.arrivalMinutes),
      goalMinutes: text.goalMinutes === "" ? null : Number(text.goalMinutes),
      dayEndsAt: text.dayEndsAt,
      maxCalls: Number(text.maxCalls),
      waitlistOfferMinutes: Number(text.waitlistOfferMinutes),
      personLink: text.personLink as Rules["personLink"],
      personLinkMinutes: Number(text.personLinkMinutes),
      priorities: text.priorities.split("\n").map((name) => name.trim()).filter(Boolean),
      reminderMinutes: text.reminderMinutes.split(/[\s,;]+/).filter(Boolean).map(Number),
    };
    const changed = Object.fromEntries(
      Object.entries(entered).filter(([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(saved[name as keyof Rules])
      ),
    ) as Changes;
    if (Object.keys(changed).length === 0) return toast(t("saved"));
    saving.save(changed);
  }

  return (
    <Form
      // A new form, so that the present rules do not count as unsaved changes.
      key={resets}
      className="narrow"
      error={saving.conflict ? null : saving.error}
      fields={[
        "toleranceMinutes",
        "arrivalMinutes",
        "goalMinutes",
        "dayEndsAt",
        "maxCalls",
        "priorities",
        "reminderMinutes",
        "waitlistOfferMinutes",
        "personLink",
        "personLinkMinutes",
      ]}
      onSubmit={save}
    >
      <Switch
        label={t("queue.arrives")}
        description={t("queue.arrivesHelp")}
        isSelected={arrives}
        onChange={setArrives}
      />
      <div className="columns">
        <TextField
          label={t("queue.tolerance")}
          description={t("queue.toleranceHelp")}
          unit={t("slots.minutes")}
          type="number"
          min={0}
          max={240}
          isRequired
          {...field("toleranceMinutes")}
        />
        <TextField
          label={t("queue.maxCalls")}
          description={t("queue.maxCallsHelp")}
          type="number"
          min={1}
          max={20}
          isRequired
          {...field("maxCalls")}
        />
        <TextField
          label={t("queue.arrival")}
          description={t("queue.arrivalHelp")}
          unit={t("slots.minutes")}
          type="number"
          min={0}
          max={1440}
          {...field("arrivalMinutes")}
        />
        <TextField
          label={t("queue.goalMinutes")}
          description={t("queue.goalHelp")}
          unit={t("slots.minutes")}
          type="number"
          min={1}
          max={240}
          {...field("goalMinutes")}
        />
        <TimeField
          label={t("queue.dayEndsAt")}
          description={t("queue.dayEndHelp")}
          isRequired
          {...field("dayEndsAt")}
        />
      </div>
      <TextField
        label={t("queue.priorities")}
        description={t("queue.prioritiesHelp")}
        isMultiline
        {...field("priorities")}
      />
      <TextField
        label={t("queue.reminderMinutes")}
        description={t("queue.remindersHelp")}
        {...field("reminderMinutes")}
      />
      <TextField
        label={t("queue.waitlistOfferMinutes")}
        description={t("queue.waitlistHelp")}
        unit={t("slots.minutes")}
        type="number"
        min={5}
        max={1440}
        isRequired
        {...field("waitlistOfferMinutes")}
      />
      <Select
        label={t("queue.personLink")}
        description={t("queue.personLinkHelp")}
        options={linkOptions()}
        {...field("personLink")}
      />
      {text.personLink !== "OFF" && text.personLink !== "VIEW" && (
        <TextField
          label={t("queue.personLinkMinutes")}
          description={t("queue.personLinkMinutesHelp")}
          unit={t("slots.minutes")}
          type="number"
          min={0}
          max={20160}
          isRequired
          {...field("personLinkMinutes")}
        />
      )}
      <div className="row">
        <Button type="submit" kind="primary" isPending={saving.isPending}>{t("save")}</Button>
      </div>
      {saving.conflict && (
        <SaveConflictDialog
          conflict={saving.conflict}
          labelOf={(field) => t(`queue.${field as keyof Changes}`)}
          textOf={(field, value) =>
            field === "checkIn"
              ? t(value === "ARRIVE" ? "queue.arrives" : "queue.completes")
              : field === "personLink"
              ? t(`queue.links.${value as Rules["personLink"]}`)
              : [value ?? ""].flat().join(", ")}
          saving={saving}
        />
      )}
    </Form>
  );
}

function textsOf(
  { toleranceMinutes, arrivalMinutes, goalMinutes, dayEndsAt, maxCalls, ...lists }: Rules,
) {
  return {
    toleranceMinutes: String(toleranceMinutes),
    arrivalMinutes: arrivalMinutes === null ? "" : String(arrivalMinutes),
    goalMinutes: goalMinutes === null ? "" : String(goalMinutes),
    dayEndsAt,
    maxCalls: String(maxCalls),
    waitlistOfferMinutes: String(lists.waitlistOfferMinutes),
    personLink: lists.personLink as string,
    personLinkMinutes: String(lists.personLinkMinutes),
    priorities: lists.priorities.join("\n"),
    reminderMinutes: lists.reminderMinutes.join(", "),
  };
}
