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
import { DayChooser } from "./day_chooser.tsx";
import { DayList } from "./day_list.tsx";
import { find, type Show, slotOf } from "./find.ts";
import { NothingSelected } from "./keys_dialog.tsx";
import { type Question, Questions } from "./questions.tsx";
import { type ChosenSlot, Timeline } from "./timeline.tsx";
import { useChoice, useChosenMoves } from "./use_choice.ts";
import { useDate, useDay } from "./use_day.ts";
import "./today.css";

/** The desk: how full the day is, who comes, and everything that is done with them by one key. */
export function Today() {
  const [environment] = useEnvironment();
  const now = useNow(useTimeZone());
  const today = dateOf(now);
  const [date, setDate] = useDate(today);
  const day = useDay(date, environment);
  const [search, setSearch] = useState("");
  const [show, setShow] = useState<Show>("open");
  const [chosen, setChosen] = useState<ChosenSlot | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const isWide = useMedia("(min-width: 1100px)");
  const input = useRef<HTMLInputElement>(null);
  const moves = useStatusMoves();

  const slot = slotOf(day.days, chosen);
  const departmentId = chosen?.departmentId;
  const shown = find(day.appointments, { show, search, slot, departmentId });
  const grid = useRef<HTMLDivElement>(null);
  const choice = useChoice({ all: day.appointments, shown, onMove: focusGrid });
  const { selected, step } = choice;
  function focusGrid(): void {
    grid.current?.focus({ preventScroll: true });
  }
  const chosenMoves = useChosenMoves({
    selected,
    moves,
    onDone() {
      setIsPanelOpen(false);
      // What is done leaves the list of what is open: the choice goes on to the next.
      if (show === "open") choice.leave();
    },
  });
  const { complete, miss } = chosenMoves;
  const ask = (kind: "cancel" | "reschedule") =>
    chosenMoves.when(kind, (appointment) => setQuestion({ kind, appointment }));
  const book = () => setQuestion({ kind: "book", ...(chosen && slot?.available && { ...chosen }) });
  function checkIn(code: string): void {
    // Over any other question a scan is a slip, and what is half done there must stay.
    if (question && question.kind !== "check-in") return;
    setSearch("");
    setQuestion({ kind: "check-in", code });
  }
  useKeys({
    "/": () => input.current?.focus(),
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => selected && !isWide && setIsPanelOpen(true),
    Escape: () => setChosen(null),
    c: complete,
    m: miss,
    x: () => ask("cancel"),
    r: () => ask("reschedule"),
    n: book,
    t: () => setDate(today),
    "[": () => setDate(addDays(date, -1)),
    "]": () => setDate(addDays(date, 1)),
    "?": () => setQuestion({ kind: "keys" }),
  }, checkIn);

  // While the choice runs through the list, the panel waits until it rests.
  const detailed = useDeferredValue(selected);
  const panel = detailed && (
    <AppointmentPanel
      key={detailed.id}
      appointment={detailed}
      hasKeys={isWide}
      onComplete={complete}
      onMiss={miss}
      onReschedule={() => ask("reschedule")}
      onCancel={() => ask("cancel")}
    />
  );
  return (
    <Page
      title={date === today ? "Today" : longDayText(date).split(" ")[0]!}
      lead={<>{longDayText(date)}{date === today && `, ${timeOf(now)}`}</>}
      hasEnvironments
      actions={
        <>
          <DayChooser date={date} today={today} onChange={setDate} />
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
            onEnter={choice.toFirst}
            inputRef={input}
          />
          <Timeline
            days={day.days}
            now={date === today ? now : null}
            chosen={chosen}
            onChoose={setChosen}
          />
          {day.hiddenCount > 0 && (
            <p className="muted small">
              This page shows the first {day.days.length} departments. Find the appointments of{" "}
              {day.hiddenCount} others under Appointments.
            </p>
          )}
          <DayList
            day={day}
            shown={shown}
            show={show}
            onShow={setShow}
            isSearching={search.trim() !== ""}
            slot={slot}
            onLeaveSlot={() => setChosen(null)}
            onBook={book}
            agenda={{
              selectedId: choice.selectedId,
              onSelect: choice.select,
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
            {panel ?? <NothingSelected onKeys={() => setQuestion({ kind: "keys" })} />}
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
      <Questions
        question={question}
        onClose={() => setQuestion(null)}
        departments={day.departments ?? []}
        environment={environment}
        date={date}
      />
    </Page>
  );
}
