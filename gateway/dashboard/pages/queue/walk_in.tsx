import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import type { Environment, QueueDepartment, Visit } from "../../api/types.ts";
import { affectedQueries } from "../../desk/actions.ts";
import { lastDepartment, rememberDepartment } from "../../desk/last_department.ts";
import { printTicket } from "../../desk/ticket.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { minutesText } from "../../ui/minutes_text.ts";
import { Select } from "../../ui/select.tsx";
import { VisitFields } from "./visit_fields.tsx";
import { VisitTicket } from "./visit_ticket.tsx";
import { t } from "./texts.ts";

interface WalkInProps {
  environment: Environment;
  /** Those of this person first. */
  departments: readonly QueueDepartment[];
  onClose(): void;
}

/** Adds a person without an appointment to a queue, and shows the ticket. */
export function WalkInDialog({ environment, departments, onClose }: WalkInProps) {
  const [added, setAdded] = useState<Visit | null>(null);
  const name = departments.find(({ id }) => id === added?.departmentId)?.name ?? "";
  return (
    <Dialog title={t("walkIn.title")} onClose={onClose}>
      {added
        ? (
          <>
            <div className="dialog-body" role="status">
              <p>{t("walkIn.added", { number: String(added.number), department: name })}</p>
              <VisitTicket visit={added} departmentName={name} />
            </div>
            <DialogActions>
              <Button onPress={() => setAdded(null)}>{t("walkIn.another")}</Button>
              <Button icon="print" onPress={printTicket}>{t("walkIn.print")}</Button>
              <Button kind="primary" autoFocus onPress={onClose}>{t("walkIn.done")}</Button>
            </DialogActions>
          </>
        )
        : (
          <WalkInForm
            environment={environment}
            departments={departments}
            onAdded={setAdded}
            onClose={onClose}
          />
        )}
    </Dialog>
  );
}

function WalkInForm({ environment, departments, onAdded, onClose }: WalkInProps & {
  onAdded(visit: Visit): void;
}) {
  const { id: userId } = useSession().user;
  const open = departments.filter(({ isActive }) => isActive);
  const [departmentId, setDepartmentId] = useState(() => {
    const last = lastDepartment(userId);
    return (open.find(({ id }) => id === last) ?? open[0])?.id ?? null;
  });
  const [priority, setPriority] = useState("");
  const [note, setNote] = useState("");
  const arrive = useWrite("visits.arrive", { changes: affectedQueries });
  const department = open.find(({ id }) => id === departmentId);
  const priorities = department?.rules.priorities ?? [];
  return (
    <Form
      className="dialog-form"
      error={arrive.error}
      fields={["departmentId", "note"]}
      isChanged={() => note !== ""}
      onSubmit={() => {
        if (departmentId === null) return;
        rememberDepartment(userId, departmentId);
        arrive.mutate({
          environment,
          departmentId,
          note,
          priority: priorities.includes(priority) ? priority : null,
        }, { onSuccess: onAdded });
      }}
    >
      <div className="dialog-body">
        <Select
          label={t("walkIn.department")}
          name="departmentId"
          isRequired
          value={departmentId === null ? null : String(departmentId)}
          onChange={(id) => setDepartmentId(Number(id))}
          options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {department && <Estimate environment={environment} department={department} />}
        <VisitFields
          priorities={priorities}
          priority={priority}
          onPriority={setPriority}
          note={note}
          onNote={setNote}
        />
      </div>
      <DialogActions>
        <CancelButton onPress={onClose} />
        <Button type="submit" kind="primary" autoFocus isPending={arrive.isPending}>
          {t("walkIn.add")}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** What a person who comes now can expect. */
function Estimate({ environment, department }: {
  environment: Environment;
  department: QueueDepartment;
}) {
  // The page has it too, but this number must not be older than the dialog.
  const read = useRead("visits.queue", { environment, departmentIds: [department.id] });
  const { waiting, estimatedMinutes, estimateErrorMinutes } = read.data?.departments[0] ??
    department;
  return (
    <p className="notice info" role="status">
      <strong>
        {estimatedMinutes === null ? t("walkIn.unknown") : t("walkIn.estimate", {
          minutes: estimatedMinutes,
          time: minutesText(estimatedMinutes),
        })}
      </strong>{" "}
      {t("walkIn.ahead", { count: waiting })}
      {estimatedMinutes !== null && estimateErrorMinutes !== null && (
        <span className="muted">
          {" "}
          {t("walkIn.wrongBy", { minutes: estimateErrorMinutes })}
        </span>
      )}
    </p>
  );
}
