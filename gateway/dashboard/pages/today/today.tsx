import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useEnvironment } from "../../api/environment.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, longDayText, timeOf, useNow } from "../../api/time.ts";
import { useStatusMoves } from "../../desk/actions.ts";
import { AppointmentPanel } from "../../desk/appointment_panel.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useKeys } from "../../ui/keys.ts";
import { Page } from "../../ui/page.tsx";
import { useMedia } from "../../ui/use_media.ts";
import { CodeField } from "./code_field.tsx";
import { DayChooser } from "./day_chooser.tsx";
import { DayList } from "./day_list.tsx";
import { find, type Show, slotOf } from "./find.ts";
import { type Question, Questions } from "./questions.tsx";
import { type ChosenSlot, Timeline } from "./timeline.tsx";
import { useDay } from "./use_day.ts";
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
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const isWide = useMedia("(min-width: 1100px)");
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const moves = useStatusMoves();

  const slot = slotOf(day.days, chosen);
  const departmentId = chosen?.departmentId;
  const shown = find(day.appointments, { show, search, slot, departmentId });
  const selected = day.appointments.find(({ id }) => id === selectedId);
  const at = shown.findIndex(({ id }) => id === selectedId);
  // Where the choice was when what was chosen left the list: the one that took its place is next.
  const lastAt = useRef(-1);
  if (at >= 0) lastAt.current = at;

  function step(by: number): void {
    if (shown.length === 0) return;
    const wanted = at >= 0 ? at + by : selectedId === null ? 0 : lastAt.current;
    const next = Math.max(0, Math.min(shown.length - 1, wanted));
    setSelectedId(shown[next]!.id);
    grid.current?.focus({ preventScroll: true });
  }
  /** What is done leaves the list of what is open: the choice goes on to the next. */
  function done(act: () => void): void {
    act();
    setIsPanelOpen(false);
    if (show === "open" && at >= 0) setSelectedId((shown[at + 1] ?? shown[at - 1])?.id ?? null);
  }
  const complete = () => selected && done(() => moves.complete(selected));
  const miss = () => selected && done(() => moves.miss(selected));
  const ask = (kind: "cancel" | "reschedule") =>
    selected?.status === "SCHEDULED" && setQuestion({ kind, appointment: selected });
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
    x: () => void ask("cancel"),
    r: () => void ask("reschedule"),
    n: book,
    t: () => setDate(today),
    "[": () => setDate(addDays(date, -1)),
    "]": () => setDate(addDays(date, 1)),
    "?": () => setQuestion({ kind: "keys" }),
  }, checkIn);

  const panel = selected && (
    <AppointmentPanel
      key={selected.id}
      appointment={selected}
      hasKeys={isWide}
      onComplete={complete}
      onMiss={miss}
      onReschedule={() => void ask("reschedule")}
      onCancel={() => void ask("cancel")}
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
            onEnter={() => step(1)}
            inputRef={input}
          />
          <Timeline
            days={day.days}
            now={date === today ? now : null}
            chosen={chosen}
            onChoose={setChosen}
          />
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
              selectedId,
              onSelect: setSelectedId,
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

function NothingSelected({ onKeys }: { onKeys(): void }) {
  return (
    <div className="nothing">
      <p className="empty-title">Nobody is selected</p>
      <p className="muted">
        Choose an appointment with <kbd>J</kbd> and <kbd>K</kbd>, or scan a code.
      </p>
      <Button kind="quiet" shortcut="?" onPress={onKeys}>All keys</Button>
    </div>
  );
}

/** The day that is shown, as the address says it; today's stays today's at midnight. */
function useDate(today: string): [string, (date: string) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get("date");
  const date = wanted && /^\d{4}-\d\d-\d\d$/.test(wanted) ? wanted : today;
  return [date, (next) =>
    setParams((before) => {
      if (next === today) before.delete("date");
      else before.set("date", next);
      return before;
    }, { replace: true })];
}
