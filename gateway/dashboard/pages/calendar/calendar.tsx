import { useRef, useState } from "react";
import { useMay } from "../../api/session.tsx";
import { addDays, dateText, dayText, longDayText, mondayOf } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { useStatusMoves } from "../../desk/actions.ts";
import { useKeyLabels } from "../../desk/key_labels.ts";
import { Button } from "../../ui/button.tsx";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { DayPicker } from "../../ui/day_picker.tsx";
import { Page } from "../../ui/page.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { Dialogs, type OpenDialog } from "../today/dialogs.tsx";
import { SelectedPanel } from "../today/selected_panel.tsx";
import { useAppointmentActions } from "../today/use_actions.ts";
import { Board } from "./board.tsx";
import { isNothing, Nothing } from "./nothing.tsx";
import type { Proposal } from "./proposal.ts";
import { ReasonDialog } from "./reason_dialog.tsx";
import { timeOfSlot } from "./slots.ts";
import { Tools } from "./tools.tsx";
import type { BoardHandle } from "./use_board_keys.ts";
import { useCalendar } from "./use_calendar.ts";
import { useMove } from "./use_move.ts";
import { useView } from "./use_view.ts";
import { failedOf, labelOf, pathOf } from "./view_words.ts";
import "./calendar.css";
import { t } from "./texts.ts";

/** The calendar: a day by workers or departments, or the week of a worker. */
export function Calendar() {
  const view = useView();
  const { date, setDate, today, environment, step } = view;
  const { read, columns, appointments, visits } = useCalendar(view.query, view);
  const usesTest = useMay("listApiKeys");
  const keys = useKeyLabels();
  const board = useRef<BoardHandle>(null);
  const hadFocus = useRef(false);
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
    setDialog({ kind: "book", ...(view.departmentId && { departmentId: view.departmentId }) });
  useKeyActions({
    next: () => board.current?.step(1),
    previous: () => board.current?.step(-1),
    place: () => board.current?.place() ?? (() => {}),
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
      hasEnvironments={usesTest || environment === "TEST"}
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
          <Button
            kind="primary"
            needs="createAppointment"
            icon="plus"
            shortcut={keys.book}
            onPress={book}
          >
            {t("new")}
          </Button>
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
                hadFocus={hadFocus}
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
