import { Suspense, useRef, useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useMay, useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, dateText, longDayText, timeOf, useNow } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { useStatusMoves } from "../../desk/actions.ts";
import { openDeskDialog, useDeskDialog } from "../../desk/desk_dialog.ts";
import { Button } from "../../ui/button.tsx";
import { useMedia } from "../../ui/hooks.ts";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { onDemand } from "../../ui/on_demand.tsx";
import { Page } from "../../ui/page.tsx";
import { DepartmentFilter, useMyDepartments } from "../../desk/department_filter.tsx";
import { useKeyLabels } from "../../desk/key_labels.ts";
import { CodeField } from "./code_field.tsx";
import { DayList } from "./day_list.tsx";
import { DayPicker } from "../../ui/day_picker.tsx";
import { DaySheet } from "./day_sheet.tsx";
import { Dialogs, type OpenDialog } from "./dialogs.tsx";
import { shownOf, type StatusFilter } from "./filter.ts";
import { MoreMenu } from "./more_menu.tsx";
import { Occupancy } from "./occupancy.tsx";
import { SelectedPanel } from "./selected_panel.tsx";
import type { SelectedSlot } from "./timeline.tsx";
import { useAppointmentActions } from "./use_actions.ts";
import { useDate, useDay } from "./use_day.ts";
import { useFocusReturn } from "../../ui/focus_return.ts";
import { useMarks } from "./use_marks.ts";
import { useSelection } from "./use_selection.ts";
import "./today.css";
import { t } from "./texts.ts";

const FirstSteps = onDemand(async () => (await import("./first_steps.tsx")).FirstSteps);

/** The front desk: occupancy, the list of the day, and the selected appointment with an action per key. */
export function Today() {
  const [environment] = useEnvironment();
  const usesTest = useMay("listApiKeys");
  const now = useNow(useTimeZone());
  const today = dateOf(now);
  const [date, setDate] = useDate(today);
  const day = useDay(date, environment);
  const marks = useMarks();
  const [myIds] = useMyDepartments();
  const [search, setSearch] = useState("");
  const [show, setShow] = useState<StatusFilter>("upcoming");
  // A search begins with all that it finds; afterwards the list shows what it showed before.
  const [foundShow, setFoundShow] = useState<StatusFilter>("all");
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [selectedSlot, setSelectedSlot] = useState<SelectedSlot | null>(null);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const isWide = useMedia("(min-width: 1100px)");
  const keys = useKeyLabels();
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const focusGrid = () => grid.current?.focus({ preventScroll: true });
  const isDeskDialogOpen = useDeskDialog() !== null;
  useFocusReturn(dialog !== null || isPanelOpen || isDeskDialogOpen, focusGrid);

  const isSearching = search.trim() !== "";
  const departments = day.departments.filter(({ id }) => myIds.includes(id));
  const myDepartments = departments.length === 0 ? day.departments : departments;
  const slot = day.departments.find(({ id }) => id === selectedSlot?.departmentId)
    ?.slots?.find(({ slotTime }) => slotTime === selectedSlot?.slotTime);
  const shown = shownOf(day.appointments, {
    show: isSearching ? foundShow : show,
    search,
    slot: slot ? { departmentId: selectedSlot!.departmentId, slot } : null,
    departmentIds: departments.map(({ id }) => id),
    now: date === today ? now : null,
    isUnfolded,
    selectedId,
    hereIds: day.hereIds,
    keptIds: marks.endedIds,
  });
  const selection = useSelection({
    rows: shown.rows,
    selectedId,
    setSelectedId,
    onMove: focusGrid,
  });
  const { selected, step } = selection;
  const actions = useAppointmentActions({
    today,
    moves: useStatusMoves(),
    visits: day.visits,
    onAsk: setDialog,
    onMoved(appointment) {
      setIsPanelOpen(false);
      // The appointment leaves the upcoming ones, so the selection moves to the next one.
      if (appointment.id === selectedId && show === "upcoming" && !isSearching) selection.leave();
    },
  });
  /** Acts on the selected row if the person can see it: a narrow page has no panel, so the row must be in view. */
  function onSelected(act: (appointment: Appointment) => void): void {
    if (!selected) return;
    const row = document.getElementById(`row-${selected.id}`);
    if (isWide || isPanelOpen || row && isInView(row)) act(selected);
    else row?.scrollIntoView({ block: "center" });
  }
  const book = () =>
    setDialog({ kind: "book", ...(selectedSlot && slot?.available && { ...selectedSlot }) });
  useKeyActions({
    search: () => input.current?.focus(),
    next: () => step(1),
    previous: () => step(-1),
    place: () => () => setSelectedId(selectedId),
    open: () => selected && !isWide && setIsPanelOpen(true),
    back: () => setSelectedSlot(null),
    checkIn: () => onSelected(actions.complete),
    miss: () => onSelected(actions.miss),
    cancel: () => onSelected(actions.cancel),
    move: () => onSelected(actions.reschedule),
    book,
    today: () => setDate(today),
    previousDay: () => setDate((before) => addDays(before, -1)),
    nextDay: () => setDate((before) => addDays(before, 1)),
  });

  return (
    <Page
      title={date === today ? t("title") : longDayText(date).split(" ")[0]!}
      lead={date === today ? `${longDayText(date)}, ${timeOf(now)}` : dateText(date)}
      hasEnvironments={usesTest || environment === "TEST"}
      actions={
        <>
          <DayPicker date={date} today={today} onChange={setDate} />
          <MoreMenu />
          <Button
            kind="primary"
            needs="createAppointment"
            icon="plus"
            shortcut={keys.book}
            onPress={book}
          >
            {t("new.short")}
          </Button>
        </>
      }
    >
      <div className="list today">
        <div>
          {!day.isPending && day.appointments.length === 0 && (
            <Suspense>
              <FirstSteps onBook={book} />
            </Suspense>
          )}
          <div className="row today-tools">
            <CodeField
              value={search}
              shortcut={keys.search}
              onChange={(text) => {
                if (text.trim() === "") setFoundShow("all");
                setSearch(text);
              }}
              onCode={(code) => {
                setSearch("");
                input.current?.blur();
                openDeskDialog({ kind: "check-in", codes: [code] });
              }}
              onEnter={selection.toFirst}
              inputRef={input}
            />
            <DepartmentFilter
              departments={day.departments.map(({ id, name, totalAppointments: count }) => ({
                id,
                name,
                count,
              }))}
            />
          </div>
          <Occupancy
            departments={myDepartments}
            now={date === today ? now : null}
            selected={selectedSlot}
            onSelect={setSelectedSlot}
          />
          {day.unlistedCount > 0 && (
            <p className="muted small">{t("unlisted", { count: day.unlistedCount })}</p>
          )}
          <DayList
            day={day}
            shown={shown}
            show={isSearching ? foundShow : show}
            onShow={isSearching ? setFoundShow : setShow}
            search={search.trim()}
            searchAllPath={searchPath(search.trim(), environment)}
            slot={slot}
            onLeaveSlot={() => setSelectedSlot(null)}
            onBook={book}
            isToday={date === today}
            hasQueue={day.hasQueue}
            isUnfolded={isUnfolded}
            onUnfold={setIsUnfolded}
            agenda={{
              selectedId: selected?.id ?? null,
              onSelect: selection.select,
              onOpen: () => setIsPanelOpen(true),
              onComplete: actions.complete,
              onMiss: actions.miss,
              now,
              marks: marks.byId,
              hereIds: day.hereIds,
              visits: day.visits,
              gridRef: grid,
            }}
          />
        </div>
        <SelectedPanel
          appointment={selected}
          visit={selected && day.visits.get(selected.id)}
          isWide={isWide}
          isOpen={isPanelOpen}
          actions={actions}
          onClose={() => setIsPanelOpen(false)}
        />
      </div>
      <DaySheet
        date={date}
        now={now}
        departments={myDepartments}
        appointments={day.appointments}
      />
      <Dialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        onConfirm={actions.confirmed}
        onBooked={setSelectedId}
        departments={day.settings ?? []}
        environment={environment}
        date={date}
      />
    </Page>
  );
}

function searchPath(search: string, environment: string): string {
  const test = environment === "TEST" ? { environment } : {};
  return `/appointments?${new URLSearchParams({ ...test, search, when: "any" })}`;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
