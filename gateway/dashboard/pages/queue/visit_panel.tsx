import { useState } from "react";
import { Link } from "wouter";
import { useWrite } from "../../api/hooks.ts";
import { timeOf } from "../../api/time.ts";
import type { QueueDepartment, Visit } from "../../api/types.ts";
import { affectedQueries } from "../../desk/actions.ts";
import { printTicket } from "../../desk/ticket.tsx";
import { pageTexts } from "../../messages/page_texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Select } from "../../ui/select.tsx";
import { Badge, EnvironmentBadge } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { allows, callsLeft } from "./lists.ts";
import type { VisitActions } from "./use_visit_actions.ts";
import { OutcomeBadge, progressText, whoOf } from "./visit_card.tsx";
import { VisitFields } from "./visit_fields.tsx";
import { VisitTicket } from "./visit_ticket.tsx";

const t = pageTexts("queue");

interface VisitPanelProps {
  visit: Visit;
  now: string;
  departments: readonly QueueDepartment[];
  actions: VisitActions;
  onClose(): void;
}

/** One visit in a drawer: its actions, facts, note, priority and transfer. */
export function VisitPanel(props: VisitPanelProps) {
  const { visit, now, departments, onClose } = props;
  const { number, environment, state, outcome } = visit;
  const department = departments.find(({ id }) => id === visit.departmentId);
  return (
    <Dialog title={t("number", { number: String(number) })} shape="drawer" onClose={onClose}>
      <div className="panel">
        <div className="panel-head">
          <p className="panel-name">{whoOf(visit)}</p>
          <p className="panel-when">{progressText(visit, now)}</p>
          <p className="badges">
            {outcome ? <OutcomeBadge outcome={outcome} /> : <Badge>{t(`state.${state}`)}</Badge>}
            {environment === "TEST" && <EnvironmentBadge environment={environment} />}
          </p>
        </div>
        <Actions {...props} />
        <Facts {...props} department={department} />
        {allows(visit, "edit") && (
          <Edit key={`${visit.id} ${visit.departmentId}`} visit={visit} department={department} />
        )}
        {allows(visit, "transfer") && <Transfer {...props} />}
        {state !== "ENDED" && (
          <section className="panel-section">
            <VisitTicket visit={visit} departmentName={department?.name ?? ""} />
            <div className="form-actions">
              <Button icon="print" onPress={printTicket}>{t("action.ticket")}</Button>
            </div>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function Actions({ visit, departments, actions, onClose }: VisitPanelProps) {
  const left = callsLeft(visit, departments);
  const can = (action: Parameters<typeof allows>[1]) => allows(visit, action);
  return (
    <div className="panel-actions">
      {can("call") && (
        <Button kind="primary" onPress={() => actions.call(visit)}>{t("action.call")}</Button>
      )}
      {can("start") && (
        <Button kind="primary" onPress={() => actions.start(visit)}>{t("action.start")}</Button>
      )}
      {can("finish") && (
        <Button
          kind={can("start") ? "plain" : "primary"}
          icon="check"
          onPress={() => actions.finish(visit, onClose)}
        >
          {t("action.finish")}
        </Button>
      )}
      {can("again") && <Button onPress={() => actions.again(visit)}>{t("action.again")}</Button>}
      {can("miss") && (
        <Button
          icon="missed"
          isDisabled={left > 0}
          onPress={() => actions.miss(visit, onClose)}
        >
          {left > 0 ? t("action.missLater", { count: left }) : t("action.miss")}
        </Button>
      )}
      {can("leave") && (
        <Button onPress={() => actions.leave(visit, onClose)}>{t("action.leave")}</Button>
      )}
      {can("cancel") && (
        <Button onPress={() => actions.cancel(visit, onClose)}>{t("action.cancel")}</Button>
      )}
      {can("back") && <Button onPress={() => actions.back(visit)}>{t("action.back")}</Button>}
    </div>
  );
}

function Facts({ visit, department }: VisitPanelProps & {
  department: QueueDepartment | undefined;
}) {
  const { arrivedAt, calledAt, startedAt, endedAt, estimatedMinutes, desk, priority } = visit;
  const { appointment, environment } = visit;
  const time = (dateTime: string | null) => dateTime && timeOf(dateTime);
  const facts = [
    ["panel.department", department?.name],
    ["priority", priority],
    ["panel.arrived", time(arrivedAt)],
    ["panel.estimate", estimatedMinutes !== null && t("minutes", { minutes: estimatedMinutes })],
    ["panel.calledAt", time(calledAt)],
    ["panel.counter", desk],
    ["panel.startedAt", time(startedAt)],
    ["panel.endedAt", time(endedAt)],
  ] as const;
  return (
    <dl className="facts">
      {appointment && (
        <div>
          <dt>{t("panel.appointment")}</dt>
          <dd>
            <Link
              href={`/appointments/${appointment.id}${
                environment === "TEST" ? "?environment=TEST" : ""
              }`}
            >
              {timeOf(appointment.dateTime)} {appointment.name}
            </Link>
          </dd>
        </div>
      )}
      {facts.map(([label, value]) =>
        value && (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        )
      )}
    </dl>
  );
}

/** The note and the priority. Each is sent only if it was changed, so that nobody overwrites what others have changed. */
function Edit({ visit, department }: { visit: Visit; department: QueueDepartment | undefined }) {
  const { id, environment } = visit;
  const [before, setBefore] = useState({ note: visit.note, priority: visit.priority ?? "" });
  const [note, setNote] = useState(before.note);
  const [priority, setPriority] = useState(before.priority);
  const update = useWrite("visits.update", { changes: affectedQueries });
  const isNoteTyped = note !== before.note;
  if (!isNoteTyped && visit.note !== before.note) {
    setBefore({ ...before, note: visit.note });
    setNote(visit.note);
  }
  const isChanged = isNoteTyped || priority !== before.priority;
  return (
    <section className="panel-section">
      <Form
        error={update.error}
        fields={["note"]}
        isChanged={() => isChanged}
        onSubmit={() =>
          update.mutate({
            id,
            environment,
            ...(isNoteTyped && { note }),
            ...(priority !== before.priority && { priority: priority || null }),
          }, {
            onSuccess() {
              setBefore({ note, priority });
              toast(t("done.saved"));
            },
          })}
      >
        <VisitFields
          priorities={department?.rules.priorities ?? []}
          priority={priority}
          onPriority={setPriority}
          note={note}
          onNote={setNote}
        />
        {isNoteTyped && visit.note !== before.note && visit.note !== note && (
          <p className="notice" role="alert">{t("panel.noteChanged", { note: visit.note })}</p>
        )}
        <div className="form-actions">
          <Button type="submit" isDisabled={!isChanged} isPending={update.isPending}>
            {t("panel.save")}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Transfer({ visit, departments, onClose }: VisitPanelProps) {
  const [to, setTo] = useState<string | null>(null);
  const transfer = useWrite("visits.transfer", { changes: affectedQueries });
  const { id, environment, number } = visit;
  const others = departments.filter((one) => one.isActive && one.id !== visit.departmentId);
  if (others.length === 0) return null;
  return (
    <section className="panel-section">
      <h2>{t("panel.transferTitle")}</h2>
      <Form
        error={transfer.error}
        fields={["departmentId"]}
        isChanged={() => false}
        onSubmit={() =>
          transfer.mutate({ id, environment, departmentId: Number(to) }, {
            onSuccess({ departmentId }) {
              const name = others.find((one) => one.id === departmentId)?.name ?? "";
              toast(t("done.transfer", { number: String(number), department: name }));
              onClose();
            },
          })}
      >
        <Select
          label={t("panel.transferTo")}
          description={t("panel.transferHelp")}
          name="departmentId"
          isRequired
          value={to}
          onChange={setTo}
          options={others.map(({ id: otherId, name }) => ({ value: String(otherId), label: name }))}
        />
        <div className="form-actions">
          <Button type="submit" isDisabled={to === null} isPending={transfer.isPending}>
            {t("action.transfer")}
          </Button>
        </div>
      </Form>
    </section>
  );
}
