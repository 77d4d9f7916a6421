import { useState } from "react";
import { useDepartments } from "../../api/departments.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { CreatedScreen, Environment } from "../../api/types.ts";
import { DepartmentsField } from "../../desk/departments_field.tsx";
import { Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { Segments } from "../../ui/segments.tsx";
import { networksIn } from "../../ui/networks_text.ts";
import { t } from "./texts.ts";

const kinds = ["DISPLAY", "KIOSK", "CALENDAR"] as const;

/** Asks what a new screen is for. */
export function NewScreen({ environment, onClose, onCreated }: {
  environment: Environment;
  onClose(): void;
  onCreated(created: CreatedScreen): void;
}) {
  const [kind, setKind] = useState<(typeof kinds)[number]>("DISPLAY");
  const [name, setName] = useState("");
  const [departmentIds, setDepartmentIds] = useState<number[] | null>(null);
  const [givesTickets, setGivesTickets] = useState(true);
  const [takesNames, setTakesNames] = useState(false);
  const [workerId, setWorkerId] = useState<number | null>(null);
  const [showsNames, setShowsNames] = useState(false);
  const [days, setDays] = useState("365");
  const [networks, setNetworks] = useState("");
  const create = useWrite("screens.create", { changes: ["screens.list"] });
  return (
    <FormDialog
      title={t("createTitle")}
      fields={["name", "departmentIds", "expiresDays", "allowedNetworks"]}
      write={create}
      action={t("create")}
      onSubmit={() =>
        create.mutate({
          environment,
          kind,
          name,
          departmentIds,
          givesTickets: kind === "KIOSK" && givesTickets,
          takesNames: kind === "KIOSK" && takesNames,
          workerId: kind === "CALENDAR" ? workerId : null,
          showsNames: kind === "CALENDAR" && showsNames,
          expiresDays: days === "" ? null : Number(days),
          allowedNetworks: networksIn(networks),
        }, { onSuccess: onCreated })}
      onClose={onClose}
    >
      <div className="stack">
        <Segments<(typeof kinds)[number]>
          label={t("kind")}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <p className="muted">{t(`kindHelp.${kind}`)}</p>
      </div>
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
      <DepartmentsField value={departmentIds} onChange={setDepartmentIds} />
      {kind === "KIOSK" && (
        <>
          <Switch label={t("givesTickets")} isSelected={givesTickets} onChange={setGivesTickets} />
          <div className="stack">
            <Switch label={t("takesNames")} isSelected={takesNames} onChange={setTakesNames} />
            <p className="muted">{t("takesNamesHelp")}</p>
          </div>
        </>
      )}
      {kind === "CALENDAR" && (
        <>
          <FeedWorker value={workerId} onChange={setWorkerId} />
          <div className="stack">
            <Switch label={t("showsNames")} isSelected={showsNames} onChange={setShowsNames} />
            <p className="muted">{t("showsNamesHelp")}</p>
          </div>
        </>
      )}
      <TextField
        label={t("days")}
        name="expiresDays"
        inputMode="numeric"
        description={t("daysHelp")}
        value={days}
        onChange={setDays}
        validate={(text) => /^(|[1-9]\d{0,3})$/.test(text) ? null : t("daysFault")}
      />
      <TextField
        label={t("networks")}
        name="allowedNetworks"
        description={t("networksHelp")}
        value={networks}
        onChange={setNetworks}
        isMultiline
      />
    </FormDialog>
  );
}

const anyWorker = "0";

/** The choice of the worker of a feed, or of all (null). */
function FeedWorker({ value, onChange }: {
  value: number | null;
  onChange(workerId: number | null): void;
}) {
  const departments = useDepartments().data ?? [];
  const workers = useRead("workers.list", {}).data ?? [];
  const nameOf = (id: number) => departments.find((one) => one.id === id)?.name ?? "";
  const options = workers.filter(({ isActive }) => isActive).map(({ id, name, departmentId }) => ({
    value: String(id),
    label: t("workerOf", { name, department: nameOf(departmentId) }),
  }));
  return (
    <Select
      label={t("worker")}
      name="workerId"
      value={value === null ? anyWorker : String(value)}
      options={[{ value: anyWorker, label: t("anyWorker") }, ...options]}
      onChange={(chosen) => onChange(chosen === anyWorker ? null : Number(chosen))}
    />
  );
}
