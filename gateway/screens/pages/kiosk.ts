import type { KioskAnswer, KioskView } from "../../../core/mod.ts";
import { button, element, nameOf, show } from "./element.ts";
import { answerOf, type Said } from "./kiosk_answers.ts";
import { codeField, forms, isNaming, isUntouched } from "./kiosk_form.ts";
import { languages } from "./kiosk_languages.ts";
import { officeLanguage, texts } from "./language.ts";
import { loadNewerPage } from "./newer_page.ts";
import { waitText } from "./place_texts.ts";
import { jittered, pause, type Refusal, request } from "./service.ts";

const refreshMs = 15_000;
/** How long a code or a choice is sent again if its answer is lost. The person waits meanwhile. */
const maxAskMs = 20_000;

let kiosk: KioskView | undefined;
let notice: "notConnected" | null = null;
/** What the kiosk says to a person; undefined while it waits for one. */
let answer: { said: Said; timer: ReturnType<typeof setTimeout> } | undefined;
let isBusy = false;

// A scanner types. It must work wherever the focus is, also while an answer for the person before is shown.
addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
  if (key.length !== 1 || ctrlKey || altKey || metaKey || isBusy) return;
  if (answer) showStart();
  if (document.activeElement !== codeField && !isNaming()) codeField.focus();
});

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
      notice = "notConnected";
    }
    if (!answer && !isBusy) renderStart();
    await pause(jittered(failures > 0 ? Math.min(1000 * 2 ** failures, refreshMs) : refreshMs));
  }
}

/** Whether nobody uses the kiosk now. */
function isFree(): boolean {
  return !answer && !isBusy && isUntouched() && texts.language === officeLanguage;
}

function showStart(): void {
  clearTimeout(answer?.timer);
  answer = undefined;
  renderStart();
}

function renderStart(): void {
  const { activeElement } = document;
  if (!kiosk) return show(element("p", "notice", texts.text(notice ?? "working")));
  show(
    header(),
    languages(renderStart),
    notice !== null && element("p", "notice", texts.text(notice)),
    element(
      "section",
      "",
      element("h2", "", texts.text("withAppointment")),
      element("p", "hint", texts.text("scan")),
      ...forms((typed) => void ask("/screens/kiosk/arrivals", typed), kiosk.takesNames),
    ),
    kiosk.departments.length > 0 && element(
      "section",
      "",
      element("h2", "", texts.text("withoutAppointment")),
      element("p", "hint", texts.text("choose")),
      element("div", "choices", ...kiosk.departments.map(choice)),
    ),
  );
  // The fields stay, but lose the focus while they are drawn again.
  if (activeElement instanceof HTMLInputElement) activeElement.focus({ preventScroll: true });
  else if (activeElement === document.body) codeField.focus({ preventScroll: true });
}

function choice(
  { id, name, waiting, estimatedMinutes }: KioskView["departments"][number],
): HTMLElement {
  const wait = estimatedMinutes === null ? "" : ` · ${waitText(estimatedMinutes)}`;
  const small = element("small", "", texts.text("peopleWait", { count: waiting }) + wait);
  const label = element("span", "", nameOf(name));
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
    showAnswer(await answerTo(path, input));
  } catch (error) {
    const { status, retryAfterSeconds } = error as Refusal;
    if (status === 401) return showRevoked();
    showAnswer(
      status === 429
        ? { answer: "LIMITED", seconds: retryAfterSeconds ?? 60 }
        : { answer: "FAILED" },
    );
  } finally {
    isBusy = false;
  }
}

/** Says below the heading why the person waits: for the answer, or for the connection. */
function sayWhy(isConnected: boolean): void {
  const said = document.querySelector(".is-waiting") ?? element("p", "notice is-waiting");
  said.setAttribute("role", "status");
  said.textContent = texts.text(isConnected ? "working" : "notConnected");
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

function header(): HTMLElement {
  return element("header", "", element("h1", "", nameOf(kiosk?.organization ?? "")));
}

/** Shows an answer, and removes it after some seconds or when the next person touches something. */
function showAnswer(said: Said): void {
  clearTimeout(answer?.timer);
  const { className, stayMs, children } = answerOf(said);
  const done = button("done", texts.text("done"), showStart);
  done.style.setProperty("--stay", `${stayMs}ms`);
  const shown = element("section", `answer ${className}`, ...children, done);
  shown.setAttribute("role", "alert");
  answer = { said, timer: setTimeout(showStart, stayMs) };
  show(header(), languages(() => showAnswer(said)), shown);
}

function showRevoked(): void {
  clearTimeout(answer?.timer);
  const help = element("p", "hint", texts.text("noScreenHelp"));
  show(element("section", "answer is-refused", element("h2", "", texts.text("noScreen")), help));
}
