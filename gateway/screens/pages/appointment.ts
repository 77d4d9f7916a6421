import type { OwnAppointmentView, OwnTimesView } from "../../../core/mod.ts";
import { button, element, nameOf, show } from "./element.ts";
import { texts, timeOf } from "./language.ts";
import { answerOf, type Refusal, request } from "./service.ts";

const path = "/screens/appointment";

type Step = "look" | "cancel" | "move" | "confirm";

let own: OwnAppointmentView;
/** What the person does: nothing yet, or something that is not confirmed. */
let step: Step = "look";
let listed: OwnTimesView = { times: [], nextDate: "" };
let day = "";
let chosen = "";
let reason = "";
let notice: string | null = null;
let done: string | null = null;
let isWaiting = false;

/** Does something and draws the page again. Nothing else can be started meanwhile. */
async function attempt(act: () => Promise<void>): Promise<void> {
  if (isWaiting) return;
  isWaiting = true;
  notice = null;
  done = null;
  if (own) render();
  try {
    await act();
  } catch (error) {
    const { status } = error as Refusal;
    if (status === 404) return showInvalid();
    await explain(status);
  } finally {
    isWaiting = false;
  }
  if (own) render();
  else show(element("p", "notice", notice!), button("strong", texts.text("tryAgain"), reload));
}

/** Says why something failed, with the appointment as it is now. */
async function explain(status: number): Promise<void> {
  if (status === 409 || status === 400) {
    step = "look";
    own = await request<OwnAppointmentView>(path).catch(() => own);
    const isOver = own.status === "SCHEDULED" && !own.mayCancel && !own.mayMove;
    // The card says why nothing can be done any more.
    notice = isOver ? null : texts.text(status === 409 ? "ownChanged" : "ownTaken");
  } else notice = texts.text(status === 429 ? "tooMany" : "ownFailed");
}

function reload(): void {
  location.reload();
}

/** Starts or leaves a step. */
function go(to: Step): void {
  step = to;
  notice = null;
  done = null;
  render();
  document.querySelector<HTMLElement>("main h2")?.focus();
}

function render(): void {
  const { department, organization, dateTime } = own;
  document.title = `${texts.text("yourAppointment")}: ${texts.dateTime(dateTime)}`;
  show(
    element("header", "", element("h1", "", nameOf(department)), nameOf(organization)),
    notice !== null && element("p", "notice", notice),
    done !== null && element("p", "done", done),
    card(),
    ...steps[step](),
  );
  for (const one of document.querySelectorAll("button")) one.disabled = isWaiting;
}

function card(): HTMLElement {
  const { dateTime, status } = own;
  const isCancelled = status === "CANCELLED";
  return element(
    "section",
    isCancelled ? "card is-cancelled" : "card",
    element("p", "label", texts.text(isCancelled ? "ownCancelled" : "yourAppointment")),
    element("p", "when", texts.dateTime(dateTime)),
    hint(),
  );
}

function hint(): HTMLElement | false {
  const { status, changeableUntil, mayCancel, mayMove } = own;
  if (status === "CANCELLED") return false;
  const text = changeableUntil === null
    ? texts.text("ownContact")
    : mayCancel || mayMove
    ? texts.text("ownUntil", { when: texts.dateTime(changeableUntil) })
    : texts.text("ownTooLate");
  return element("p", "hint", text);
}

const steps: Record<Step, () => (HTMLElement | false)[]> = {
  look: () => [
    own.mayMove && button("strong", texts.text("ownMove"), () => void listTimes("")),
    own.status === "SCHEDULED" && button("", texts.text("ownCalendar"), () => void saveFile()),
    own.mayCancel && button("", texts.text("ownCancel"), () => go("cancel")),
  ],
  cancel() {
    const text = element("textarea", "");
    text.maxLength = 255;
    text.rows = 2;
    text.value = reason;
    text.addEventListener("input", () => {
      reason = text.value;
    });
    return [
      heading(texts.text("ownCancelQuestion")),
      element("label", "", texts.text("ownReason"), text),
      button("strong", texts.text("ownCancelNow"), () => void cancel()),
      button("", texts.text("ownKeep"), () => go("look")),
    ];
  },
  move() {
    const days = [...new Set(listed.times.map((time) => time.slice(0, 10)))];
    if (!days.includes(day)) day = days[0] ?? "";
    const choice = element("select", "");
    for (const one of days) choice.append(new Option(texts.date(one), one, false, one === day));
    choice.addEventListener("change", () => {
      day = choice.value;
      render();
      document.querySelector("select")?.focus();
    });
    const times = listed.times.filter((time) => time.startsWith(day)).map((time) =>
      element(
        "li",
        "",
        button("", timeOf(time), () => {
          chosen = time;
          go("confirm");
        }),
      )
    );
    return [
      heading(texts.text("ownChoose")),
      days.length === 0
        ? element("p", "hint", texts.text("ownNoTimes"))
        : element("label", "", texts.text("ownDay"), choice),
      days.length > 0 && element("ul", "times", ...times),
      button("", texts.text("ownLater"), () => void listTimes(listed.nextDate)),
      button("", texts.text("ownKeep"), () => go("look")),
    ];
  },
  confirm: () => [
    heading(texts.text("ownMoveQuestion", { when: texts.dateTime(chosen) })),
    button("strong", texts.text("ownMoveNow"), () => void move()),
    button("", texts.text("ownOtherTime"), () => go("move")),
  ],
};

/** Makes the heading of a step. It takes the focus, so a screen reader reads on from it. */
function heading(text: string): HTMLElement {
  const made = element("h2", "message", text);
  made.tabIndex = -1;
  return made;
}

function listTimes(from: string): Promise<void> {
  return attempt(async () => {
    listed = await request<OwnTimesView>(`${path}/times${from && `?startDate=${from}`}`);
    step = "move";
  });
}

/** Where the page shows the appointment. If the office has moved it meanwhile, a change is refused. */
function seen() {
  return { from: own.dateTime, departmentId: own.departmentId };
}

function cancel(): Promise<void> {
  return attempt(async () => {
    const why = reason.trim();
    own = await request(`${path}/cancellation`, {
      ...seen(),
      ...(why && { reason: why }),
    });
    step = "look";
    done = texts.text("ownCancelled");
  });
}

function move(): Promise<void> {
  return attempt(async () => {
    own = await request(`${path}/move`, { ...seen(), dateTime: chosen });
    step = "look";
    done = texts.text("ownMoved");
  });
}

/** Saves the calendar file. Its address needs the token in a header, so a link cannot load it. */
function saveFile(): Promise<void> {
  return attempt(async () => {
    const file =
      await (await answerOf(`${path}/calendar.ics`, { signal: AbortSignal.timeout(15_000) }))
        .blob();
    const link = element("a", "");
    link.href = URL.createObjectURL(file);
    link.download = "appointment.ics";
    link.click();
    // Safari reads it after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
}

function showInvalid(): void {
  document.title = texts.text("noLink");
  show(element(
    "section",
    "card",
    element("h1", "message", texts.text("noLink")),
    element("p", "hint", texts.text("noLinkHelp")),
  ));
}

await attempt(async () => {
  own = await request<OwnAppointmentView>(path);
});
