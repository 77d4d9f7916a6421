import type { KioskAnswer, KioskView } from "../../../core/mod.ts";
import { deskText, isBare } from "./desk.ts";
import { button, element, show } from "./element.ts";
import { loadNewerPage } from "./newer_page.ts";
import { qrCode } from "./qr.ts";
import { jittered, pause, type Refusal, request } from "./service.ts";
import { dateTimeText, texts } from "./texts.ts";

/** How long an answer stays. A ticket takes longer, because a person scans its code. */
const stayMs = { ticket: 25_000, refusal: 12_000 };
/** A code that somebody began to type is cleared after this time. */
const idleMs = 20_000;
const refreshMs = 15_000;
/** How long a code or a choice is sent again if its answer is lost. The person waits meanwhile. */
const maxAskMs = 20_000;

let kiosk: KioskView | undefined;
let notice: string | null = null;
/** What the kiosk says to a person; undefined while it waits for one. */
let answer: { element: HTMLElement; timer: ReturnType<typeof setTimeout> } | undefined;
let isBusy = false;

const field = element("input", "");
field.type = "text";
field.name = "code";
field.autocomplete = "off";
field.spellcheck = false;
field.setAttribute("autocapitalize", "off");
field.setAttribute("autocorrect", "off");
field.setAttribute("aria-label", texts.code);
field.placeholder = texts.code;

let idle: ReturnType<typeof setTimeout> | undefined;
field.addEventListener("input", () => {
  clearTimeout(idle);
  idle = setTimeout(() => field.value = "", idleMs);
});
// A scanner types. It must work wherever the focus is, also while an answer for the person before is shown.
addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
  if (key.length !== 1 || ctrlKey || altKey || metaKey || isBusy) return;
  if (answer) showStart();
  if (document.activeElement !== field) field.focus();
});
addEventListener("pageshow", () => field.value = "");

await follow();

/** Reads what the kiosk offers now and then, until it is revoked. */
async function follow(): Promise<void> {
  for (let failures = 0;;) {
    try {
      kiosk = await request<KioskView>("/screens/kiosk");
      failures = 0;
      notice = null;
      if (isFree()) await loadNewerPage(kiosk.date, isFree);
    } catch (error) {
      if ((error as Refusal).status === 401) return showRevoked();
      failures += 1;
      notice = texts.notConnected;
    }
    if (!answer && !isBusy) renderStart();
    await pause(jittered(failures > 0 ? Math.min(1000 * 2 ** failures, refreshMs) : refreshMs));
  }
}

/** Whether nobody uses the kiosk now. */
function isFree(): boolean {
  return !answer && !isBusy && field.value === "";
}

function showStart(): void {
  clearTimeout(answer?.timer);
  answer = undefined;
  renderStart();
}

function renderStart(): void {
  const hadFocus = document.activeElement === field || document.activeElement === document.body;
  if (!kiosk) return show(element("p", "notice", notice ?? texts.working));
  const form = element("form", "", field, element("button", "", texts.checkIn));
  form.autocomplete = "off";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = field.value.trim();
    field.value = "";
    if (code !== "") void ask("/screens/kiosk/arrivals", { code });
  });
  show(
    element("header", "", element("h1", "", kiosk.organization)),
    notice !== null && element("p", "notice", notice),
    element(
      "section",
      "",
      element("h2", "", texts.withAppointment),
      element("p", "hint", texts.scan),
      form,
    ),
    kiosk.departments.length > 0 && element(
      "section",
      "",
      element("h2", "", texts.withoutAppointment),
      element("p", "hint", texts.choose),
      element("div", "choices", ...kiosk.departments.map(choice)),
    ),
  );
  if (hadFocus) field.focus({ preventScroll: true });
}

function choice(
  { id, name, waiting, estimatedMinutes }: KioskView["departments"][number],
): HTMLElement {
  const wait = estimatedMinutes === null ? "" : ` · ${texts.wait(estimatedMinutes)}`;
  const small = element("small", "", texts.peopleWait(waiting) + wait);
  const label = element("span", "", name);
  const made = button(
    "choice",
    label,
    () => void ask("/screens/kiosk/tickets", { departmentId: id, attempt: newAttempt() }),
  );
  made.append(small);
  return made;
}

/** Names the choice of one person: however often it is sent, it gives one number. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a code or a choice and shows the answer. Sends it again if the answer is lost. Does nothing while another one is
 * on its way: a second tap is none.
 */
async function ask(path: string, input: object): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (const one of document.querySelectorAll("button")) one.disabled = true;
  sayWhy(navigator.onLine);
  try {
    say(await answerTo(path, input));
  } catch (error) {
    const { status, retryAfterSeconds } = error as Refusal;
    if (status === 401) return showRevoked();
    if (status === 429) refuse(texts.limited, texts.limitedHelp(retryAfterSeconds ?? 60));
    else refuse(texts.failed, texts.failedHelp);
  } finally {
    isBusy = false;
  }
}

/** Says below the heading why the person waits: for the answer, or for the connection. */
function sayWhy(isConnected: boolean): void {
  const said = document.querySelector(".is-waiting") ?? element("p", "notice is-waiting");
  said.setAttribute("role", "status");
  said.textContent = isConnected ? texts.working : texts.notConnected;
  document.querySelector("main header")?.after(said);
}

async function answerTo(path: string, input: object): Promise<KioskAnswer> {
  const start = performance.now();
  for (;;) {
    try {
      return await request<KioskAnswer>(path, input);
    } catch (error) {
      const { status } = error as Refusal;
      const isLost = status === 0 || status >= 500;
      if (!isLost || performance.now() - start > maxAskMs) throw error;
      sayWhy(status !== 0);
      await pause(jittered(1000));
    }
  }
}

function say(said: KioskAnswer): void {
  switch (said.answer) {
    case "ARRIVED":
      return showTicket(said);
    case "UNKNOWN_CODE":
      return refuse(texts.unknownCode, texts.unknownCodeHelp);
    case "ANOTHER_DAY":
      return refuse(texts.anotherDay, texts.anotherDayHelp(dateTimeText(said.dateTime)));
    case "TOO_EARLY":
      return refuse(
        texts.tooEarly,
        texts.tooEarlyHelp(timeText(said.dateTime), timeText(said.from)),
      );
    case "ANOTHER_DEPARTMENT":
      return refuse(texts.anotherDepartment, texts.anotherDepartmentHelp(said.department));
    case "NOT_OPEN":
      return refuse(texts.notOpen, texts.notOpenHelp);
    case "FULL":
      return refuse(texts.full, texts.fullHelp);
  }
}

/** Returns the `HH:mm` of a local time. */
function timeText(dateTime: string): string {
  return dateTime.slice(11, 16);
}

function showTicket(ticket: KioskAnswer & { answer: "ARRIVED" }): void {
  const { number, department, desk, ahead, estimatedMinutes, estimateErrorMinutes } = ticket;
  if (desk !== null) {
    const big = element("p", isBare(desk) ? "number" : "number is-long", desk);
    const goTo = element("h2", "", isBare(desk) ? texts.goToCounter : texts.goTo);
    const own = element("p", "facts", `${texts.yourNumber}: ${number}`);
    document.title = deskText(desk);
    return showAnswer("is-called", stayMs.ticket, goTo, big, own);
  }
  const before = ahead === 0 ? texts.nextOne : `${texts.beforeLabel}: ${texts.before(ahead ?? 0)}`;
  const isKnown = estimatedMinutes !== null;
  const wait = isKnown &&
    element("p", "facts", `${texts.waitLabel}: ${texts.wait(estimatedMinutes)}`);
  const accuracy = isKnown && estimateErrorMinutes !== null &&
    element("p", "hint", texts.accuracy(Math.round(estimateErrorMinutes)));
  showAnswer(
    "",
    stayMs.ticket,
    element("p", "hint", texts.yourNumber),
    element("p", "number", String(number)),
    element("h2", "", department),
    element("p", "facts", before),
    wait,
    accuracy,
    element("p", "hint", texts.takeSeat),
    qrCode(`${location.origin}/ticket/${ticket.ticket}`, texts.onPhone),
    element("p", "hint", texts.onPhone),
  );
}

function refuse(title: string, help: string): void {
  const said = [element("h2", "", title), element("p", "hint", help)];
  showAnswer("is-refused", stayMs.refusal, ...said);
}

/** Shows an answer, and removes it after some seconds or when the next person touches something. */
function showAnswer(className: string, ms: number, ...children: (Node | false)[]): void {
  clearTimeout(answer?.timer);
  const done = button("done", texts.done, showStart);
  done.style.setProperty("--stay", `${ms}ms`);
  const shown = element("section", `answer ${className}`, ...children, done);
  shown.setAttribute("role", "alert");
  answer = { element: shown, timer: setTimeout(showStart, ms) };
  show(element("header", "", element("h1", "", kiosk?.organization ?? "")), shown);
}

function showRevoked(): void {
  clearTimeout(answer?.timer);
  const help = element("p", "hint", texts.noScreenHelp);
  show(element("section", "answer is-refused", element("h2", "", texts.noScreen), help));
}
