import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { useHasRole } from "../../api/session.tsx";
import { addDays, dateText, dayText, longDayText } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { useStatusMoves } from "../../desk/actions.ts";
import { useKeyLabels } from "../../desk/key_labels.ts";
import { pageTexts } from "../../messages/page_texts.ts";
import { Button } from "../../ui/button.tsx";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { DayPicker } from "../../ui/day_picker.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded, Skeleton } from "../../ui/states.tsx";
import { Dialogs, type OpenDialog } from "../today/dialogs.tsx";
import { SelectedPanel } from "../today/selected_panel.tsx";
import { useAppointmentActions } from "../today/use_actions.ts";
import { Board, type BoardHandle } from "./board.tsx";
import type { Column } from "./columns.ts";
import type { Proposal } from "./proposal.ts";
import { ReasonDialog } from "./reason_dialog.tsx";
import { timeOfSlot } from "./slots.ts";
import { Tools } from "./tools.tsx";
import { useCalendar } from "./use_calendar.ts";
import { useMove } from "./use_move.ts";
import { mondayOf, useView } from "./use_view.ts";
import "./calendar.css";

const t = pageTexts("calendar");

/** The calendar: a day by workers or departments, or the week of a worker. */
export function Calendar() {
  const view = useView();
  const { date, setDate, today, environment, step } = view;
  const { read, columns, appointments, visits } = useCalendar(view.query, view);
  const isAdmin = useHasRole("ADMIN");
  const keys = useKeyLabels();
  const board = useRef<BoardHandle>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [asked, setAsked] = useState<Proposal | null>(null);
  const move = useMove();
  const close = () => setOpenId(null);
  const actions = useAppointmentActions({
    today,
    moves: useStatusMoves(),
    visits,
    onAsk: setDialog,
    onMoved: close,
  });
  const onCurrent = (act: (one: Appointment) => void) => {
    const appointment = board.current?.current();
    if (appointment) act(appointment);
  };
  const book = () =>
    setDialog({ kind: "book", ...(view.department && { departmentId: view.department.id }) });
  useKeyActions({
    next: () => board.current?.step(1),
    previous: () => board.current?.step(-1),
    checkIn: () => onCurrent(actions.complete),
    miss: () => onCurrent(actions.miss),
    cancel: () => onCurrent(actions.cancel),
    move: () => board.current?.beginMove(),
    book,
    today: () => setDate(today),
    previousDay: () => setDate((before) => addDays(before, -step)),
    nextDay: () => setDate((before) => addDays(before, step)),
  });
  const monday = mondayOf(date);
  return (
    <Page
      title={t("title")}
      lead={view.view === "week"
        ? t("week", { from: dayText(monday), to: dateText(addDays(monday, 6)) })
        : longDayText(date)}
      hasEnvironments={isAdmin || environment === "TEST"}
      actions={
        <>
          <DayPicker
            date={date}
            today={today}
            step={step}
            isCurrent={step === 7 ? mondayOf(date) === mondayOf(today) : date === today}
            {...(step === 7 && { textOf: (part) => t(`picker.${part}`) })}
            onChange={setDate}
          />
          <Button kind="primary" icon="plus" shortcut={keys.book} onPress={book}>{t("new")}</Button>
        </>
      }
    >
      <Tools view={view} columns={columns} />
      {read.data?.isCut && <p className="muted small">{t("cut")}</p>}
      {isNothing(view)
        ? <Nothing view={view} />
        : (
          <Loaded read={failedOf(view) ?? read} skeleton={<Skeleton rows={12} />}>
            {() => (
              <Board
                ref={board}
                label={labelOf(view)}
                columns={columns}
                viewKey={`${view.view} ${view.view === "week" ? monday : date}`}
                now={view.now}
                visits={visits}
                pathOf={(column) => pathOf(column, view)}
                onOpen={({ id }) => setOpenId(id)}
                onBook={({ department, worker, date }, slot) =>
                  setDialog({
                    kind: "book",
                    departmentId: department.id,
                    slotTime: timeOfSlot({ date }, slot),
                    ...(worker && { workerId: worker.id }),
                  })}
                onMove={(proposal) => {
                  if (proposal.verdict.state === "outside") setAsked(proposal);
                  else move(proposal.appointment, toOf(proposal));
                }}
                onPage={(by) => setDate((before) => addDays(before, by * step))}
              />
            )}
          </Loaded>
        )}
      <SelectedPanel
        appointment={appointments.find(({ id }) => id === openId)}
        visit={openId === null ? undefined : visits.get(openId)}
        isWide={false}
        isOpen={openId !== null}
        actions={actions}
        onClose={close}
      />
      {asked && (
        <ReasonDialog
          proposal={asked}
          onClose={() => setAsked(null)}
          onMove={(reason) => move(asked.appointment, toOf(asked), reason)}
        />
      )}
      <Dialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        onConfirm={actions.confirmed}
        onBooked={() => {}}
        departments={view.departments.data ?? []}
        environment={environment}
        date={date}
      />
    </Page>
  );
}

const toOf = ({ column, slot }: Proposal) => ({ column, minute: slot.minute });

function labelOf({ view, department, worker }: ReturnType<typeof useView>): string {
  switch (view) {
    case "workers":
      return t("board.workers", { department: department?.name ?? "" });
    case "departments":
      return t("board.departments");
    case "week":
      return t("board.week", { worker: worker?.name ?? "" });
  }
}

/** Returns the address that the title of a column opens: the week of a worker, or the day of a department by workers. */
function pathOf(
  { date, department, worker }: Column,
  { view, today, environment }: ReturnType<typeof useView>,
): string {
  const params = new URLSearchParams();
  if (environment === "TEST") params.set("environment", environment);
  if (date !== today) params.set("date", date);
  if (view === "workers" && worker) {
    params.set("view", "week");
    params.set("worker", String(worker.id));
  } else params.set("department", String(department.id));
  return `/calendar?${params}`;
}

function isNothing({ departments, workers, view, query }: ReturnType<typeof useView>): boolean {
  if (query !== undefined || departments.data === undefined) return false;
  return view !== "week" || workers.data !== undefined || departments.data.length === 0;
}

/** Returns the query that must be repeated before there is a calendar. */
function failedOf(
  { departments, workers }: ReturnType<typeof useView>,
): UseQueryResult<unknown> | undefined {
  return [departments, workers].find(({ isError, data }) => isError && data === undefined);
}

/** What an organization without departments, or without workers, shows. */
function Nothing({ view: { departments } }: { view: ReturnType<typeof useView> }) {
  const isAdmin = useHasRole("ADMIN");
  const what = departments.data?.length === 0 ? "department" : "worker";
  return (
    <EmptyState title={t(`empty.${what}`)}>
      <p>{t(what === "department" ? "empty.departmentText" : "empty.workerText")}</p>
      {isAdmin && (
        <Link className="button primary" href="/departments">{t("empty.toDepartments")}</Link>
      )}
    </EmptyState>
  );
}
