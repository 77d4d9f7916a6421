import { useDeferredValue, useRef, useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, longDayText, timeOf, useNow } from "../../api/time.ts";
import { useStatusMoves } from "../../desk/actions.ts";
import { AppointmentPanel } from "../../desk/appointment_panel.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useKeys } from "../../ui/keys.ts";
import { Page } from "../../ui/page.tsx";
import { useMedia } from "../../ui/hooks.ts";
import { CodeField } from "./code_field.tsx";
import { DayPicker } from "./day_picker.tsx";
import { DayList } from "./day_list.tsx";
import { filterAppointments, slotOf, type StatusFilter } from "./filter.ts";
import { NothingSelected } from "./keys_dialog.tsx";
import { Dialogs, type OpenDialog } from "./dialogs.tsx";
import { type SelectedSlot, Timeline } from "./timeline.tsx";
import { useSelection, useSelectionActions } from "./use_selection.ts";
import { useDate, useDay } from "./use_day.ts";
import "./today.css";

/** The front desk: occupancy, the list of the day, and the selected appointment with an action per key. */
export function Today() {
  const [environment] = useEnvironment();
  const now = useNow(useTimeZone());
  const today = dateOf(now);
  const [date, setDate] = useDate(today);
  const day = useDay(date, environment);
  const [search, setSearch] = useState("");
  const [show, setShow] = useState<StatusFilter>("open");
  const [selectedSlot, setSelectedSlot] = useState<SelectedSlot | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const isWide = useMedia("(min-width: 1100px)");
  const input = useRef<HTMLInputElement>(null);
  const moves = useStatusMoves();

  const slot = slotOf(day.days, selectedSlot);
  const departmentId = selectedSlot?.departmentId;
  const shown = filterAppointments(day.appointments, { show, search, slot, departmentId });
  const grid = useRef<HTMLDivElement>(null);
  const selection = useSelection({ all: day.appointments, shown, onMove: focusGrid });
  const { selected, step } = selection;
  function focusGrid(): void {
    grid.current?.focus({ preventScroll: true });
  }
  const selectionActions = useSelectionActions({
    selected,
    moves,
    onDone() {
      setIsPanelOpen(false);
      // The appointment leaves the list of appointments to come, so the selection moves to the next one.
      if (show === "open") selection.leave();
    },
  });
  const { complete, miss } = selectionActions;
  const openDialog = (kind: "cancel" | "reschedule") =>
    selectionActions.when(kind, (appointment) => setDialog({ kind, appointment }));
  const book = () =>
    setDialog({ kind: "book", ...(selectedSlot && slot?.available && { ...selectedSlot }) });
  function checkIn(code: string): void {
    // A scan over another dialog is an accident. The input in that dialog must stay.
    if (dialog && dialog.kind !== "check-in") return;
    setSearch("");
    setDialog({ kind: "check-in", code });
  }
  useKeys({
    "/": () => input.current?.focus(),
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => selected && !isWide && setIsPanelOpen(true),
    Escape: () => setSelectedSlot(null),
    c: complete,
    m: miss,
    x: () => openDialog("cancel"),
    r: () => openDialog("reschedule"),
    n: book,
    t: () => setDate(today),
    "[": () => setDate(addDays(date, -1)),
    "]": () => setDate(addDays(date, 1)),
    "?": () => setDialog({ kind: "keys" }),
  }, checkIn);

  // While the selection moves quickly, the panel waits until it stops.
  const detailed = useDeferredValue(selected);
  const panel = detailed && (
    <AppointmentPanel
      key={detailed.id}
      appointment={detailed}
      hasKeys={isWide}
      onComplete={complete}
      onMiss={miss}
      onReschedule={() => openDialog("reschedule")}
      onCancel={() => openDialog("cancel")}
    />
  );
  return (
    <Page
      title={date === today ? "Today" : longDayText(date).split(" ")[0]!}
      lead={<>{longDayText(date)}{date === today && `, ${timeOf(now)}`}</>}
      hasEnvironments
      actions={
        <>
          <DayPicker date={date} today={today} onChange={setDate} />
          <Button kind="primary" icon="plus" shortcut="N" onPress={book}>New</Button>
        </>
      }
    >
      <div className="today">
        <div className="today-main">
          <CodeField
            value={search}
            onChange={setSearch}
            onCode={checkIn}
            onEnter={selection.toFirst}
            inputRef={input}
          />
          <Timeline
            days={day.days}
            now={date === today ? now : null}
            selected={selectedSlot}
            onSelect={setSelectedSlot}
          />
          {day.unlistedCount > 0 && (
            <p className="muted small">
              This page lists the first 5,000 appointments. Find the other{" "}
              {day.unlistedCount.toLocaleString("en-US")} under Appointments.
            </p>
          )}
          <DayList
            day={day}
            shown={shown}
            show={show}
            onShow={setShow}
            isSearching={search.trim() !== ""}
            slot={slot}
            onLeaveSlot={() => setSelectedSlot(null)}
            onBook={book}
            agenda={{
              selectedId: selection.selectedId,
              onSelect: selection.select,
              onOpen: () => setIsPanelOpen(true),
              onComplete: moves.complete,
              onMiss: moves.miss,
              now,
              gridRef: grid,
            }}
          />
        </div>
        {isWide && (
          <aside className="today-aside" aria-label="Selected appointment">
            {panel ?? <NothingSelected onKeys={() => setDialog({ kind: "keys" })} />}
          </aside>
        )}
      </div>
      {!isWide && isPanelOpen && panel && (
        <Dialog
          title="Appointment"
          shape="drawer"
          onClose={() => setIsPanelOpen(false)}
        >
          {panel}
        </Dialog>
      )}
      <Dialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        departments={day.departments ?? []}
        environment={environment}
        date={date}
      />
    </Page>
  );
}
