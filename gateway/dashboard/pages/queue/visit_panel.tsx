import { useState } from "react";
import { Link } from "wouter";
import { useWrite } from "../../api/hooks.ts";
import { useMay } from "../../api/session.tsx";
import { dateOf, dayText, timeOf } from "../../api/time.ts";
import type { QueueDepartment, Visit } from "../../api/types.ts";
import { affectedQueries } from "../../desk/actions.ts";
import { shownVisit } from "../../desk/seen.ts";
import { printTicket } from "../../desk/ticket.tsx";
import { DifferenceBadge, withKept } from "../../desk/visited_appointment.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { minutesText } from "../../ui/minutes_text.ts";
import { Select } from "../../ui/select.tsx";
import { Badge, EnvironmentBadge } from "../../ui/states.tsx";
import { toast, toastFailure, toastFault } from "../../ui/toast.tsx";
import { allows, callsLeft } from "./lists.ts";
import type { VisitActions } from "./use_visit_actions.ts";
import { OutcomeBadge, progressText, whoOf } from "./visit_card.tsx";
import { VisitFields } from "./visit_fields.tsx";
import { VisitTicket } from "./visit_ticket.tsx";
import { t } from "./texts.ts";

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
  const mayServe = useMay("callVisit");
  return (
    <Dialog title={t("number", { number: String(number) })} shape="drawer" onClose={onClose}>
      <div className="panel">
        <div className="list gap-4">
          <h2 className="title panel-name">
            <bdi>{whoOf(visit)}</bdi>
          </h2>
          <p className="muted panel-when">{progressText(visit, now)}</p>
          <p className="row">
            {outcome ? <OutcomeBadge outcome={outcome} /> : <Badge>{t(`state.${state}`)}</Badge>}
            {environment === "TEST" && <EnvironmentBadge environment={environment} />}
            <DifferenceBadge appointment={visit.appointment} />
          </p>
        </div>
        {!mayServe && visit.note !== "" && <p className="note">{visit.note}</p>}
        {mayServe && <MovedNotice {...props} />}
        {mayServe && <Actions {...props} />}
        <Facts {...props} department={department} />
        {mayServe && allows(visit, "edit") && (
          <Edit key={`${visit.id} ${visit.departmentId}`} visit={visit} department={department} />
        )}
        {mayServe && allows(visit, "transfer") && <Transfer {...props} />}
        {state !== "ENDED" && (
          <section>
            <VisitTicket visit={visit} departmentName={department?.name ?? ""} />
            <div className="row">
              <Button icon="print" onPress={printTicket}>{t("action.ticket")}</Button>
            </div>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** Offers to let a person wait for an appointment that was moved within the day and the department. */
function MovedNotice({ visit, now }: VisitPanelProps) {
  const arrive = useWrite("visits.arrive", { changes: affectedQueries });
  const { appointment, environment, state, departmentId } = visit;
  const isOffered = appointment?.difference === "MOVED" && state === "WAITING" &&
    appointment.status === "SCHEDULED" && appointment.departmentId === departmentId &&
    dateOf(appointment.dateTime) === dateOf(now);
  if (!isOffered) return null;
  const time = timeOf(appointment.dateTime);
  const waitForIt = (): void =>
    arrive.mutate({
      environment,
      appointmentId: appointment.id,
      from: { dateTime: appointment.dateTime, departmentId },
    }, {
      onSuccess: ({ appointment: now }) =>
        now?.difference ? toastFault(t("panel.notYet", { time })) : toast(t("done.saved")),
      onError: (error) => toastFailure(error, waitForIt),
    });
  return (
    <div className="notice">
      <p>{t("panel.movedWithin", { time })}</p>
      <div className="row">
        <Button isPending={arrive.isPending} onPress={waitForIt}>
          {t("panel.waitFor", { time })}
        </Button>
      </div>
    </div>
  );
}

/** Returns a time, with its day if that is not the day of the visit. */
function whenText(dateTime: string, visitDate: string): string {
  const time = timeOf(dateTime);
  return dateOf(dateTime) === visitDate ? time : `${dayText(dateTime)}, ${time}`;
}

function Actions({ visit, departments, actions, onClose }: VisitPanelProps) {
  const left = callsLeft(visit, departments);
  const can = (action: Parameters<typeof allows>[1]) => allows(visit, action);
  return (
    <div className="row panel-actions">
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
          disabledReason={left > 0 && t("action.missLater", { count: left })}
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
    ["panel.estimate", estimatedMinutes !== null && minutesText(estimatedMinutes)],
    ["panel.calledAt", time(calledAt)],
    ["panel.counter", desk],
    ["panel.startedAt", time(startedAt)],
    ["panel.endedAt", time(endedAt)],
  ] as const;
  return (
    <dl className="list facts">
      {appointment && (
        <div>
          <dt>{t("panel.appointment")}</dt>
          <dd>
            <Link
              href={`/appointments/${appointment.id}${
                environment === "TEST" ? "?environment=TEST" : ""
              }`}
            >
              {whenText(appointment.dateTime, visit.date)} <bdi>{appointment.name}</bdi>
            </Link>
          </dd>
        </div>
      )}
      {facts.map(([label, value]) =>
        value && (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
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
    <section>
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
            before: {
              // The notice has shown the note of somebody else.
              ...(isNoteTyped && { note: visit.note }),
              ...(priority !== before.priority && { priority: before.priority || null }),
            },
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
        <div className="row">
          <Button
            type="submit"
            disabledReason={!isChanged && t("panel.unchanged")}
            isPending={update.isPending}
          >
            {t("panel.save")}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Transfer({ visit, departments, onClose }: VisitPanelProps) {
  const transfer = useWrite("visits.transfer", { changes: affectedQueries });
  const { number, appointment } = visit;
  const others = departments.filter((one) => one.isActive && one.id !== visit.departmentId);
  // A person whose appointment was moved to another department is offered this department.
  const moved = appointment?.difference === "MOVED" &&
    others.find((one) => one.id === appointment.departmentId);
  const [chosen, setTo] = useState<string | null>(null);
  const to = chosen ?? (moved ? String(moved.id) : null);
  if (others.length === 0) return null;
  return (
    <section>
      <h2>{t("panel.transferTitle")}</h2>
      <Form
        error={transfer.error}
        fields={["departmentId"]}
        isChanged={() => false}
        onSubmit={() =>
          transfer.mutate({ ...shownVisit(visit), departmentId: Number(to) }, {
            onSuccess(sent) {
              const name = others.find((one) => one.id === sent.departmentId)?.name ?? "";
              const done = t("done.transfer", { number: String(number), department: name });
              toast(withKept(done, sent));
              onClose();
            },
          })}
      >
        <Select
          label={t("panel.transferTo")}
          description={moved
            ? t("panel.transferMoved", { department: moved.name })
            : t("panel.transferHelp")}
          name="departmentId"
          isRequired
          value={to}
          onChange={setTo}
          options={others.map(({ id: otherId, name }) => ({ value: String(otherId), label: name }))}
        />
        <div className="row">
          <Button
            type="submit"
            disabledReason={to === null && t("panel.chooseDepartment")}
            isPending={transfer.isPending}
          >
            {t("action.transfer")}
          </Button>
        </div>
      </Form>
    </section>
  );
}
