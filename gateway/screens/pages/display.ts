import type { CallView, DisplayView } from "../../../core/mod.ts";
import { allowChime, canChime, chime } from "./chime.ts";
import { deskText, isBare } from "./desk.ts";
import { button, element, nameOf, show } from "./element.ts";
import { texts } from "./language.ts";
import { loadNewerPage } from "./newer_page.ts";
import { answerOf, jittered, pause, Refusal } from "./service.ts";

/** The service sends something every 5 s. After this time without anything the display says that it is not connected. */
const maxSilentMs = 12_000;
const maxPauseMs = 10_000;
/** How long a call is marked as new. */
const newMs = 12_000;

let display: DisplayView | undefined;
let notice: string | null = null;
/** Whether somebody allowed the sound with a touch. A page that is loaded again would need another touch. */
let wasTouched = false;
/** The calls that were announced, by `keyOf`. */
let announced: Set<string> | undefined;
/** When the mark of a new call ends, by `keyOf`. */
const newUntil = new Map<string, number>();

keepAwake();
setInterval(showTime, 1000);
await follow();

/** Follows the stream until the screen is revoked. */
async function follow(): Promise<void> {
  for (let failures = 0;;) {
    try {
      await readStream(() => failures = 0);
      failures += 1;
    } catch (error) {
      const { status, retryAfterSeconds } = error instanceof Refusal ? error : new Refusal(0);
      if (status === 401) return showRevoked();
      failures += 1;
      if (retryAfterSeconds !== undefined) failures = Math.max(failures, 5);
    }
    if (failures > 1) say(texts.text("notConnected"));
    // A service that stops ends all streams at once. Their displays do not come back together.
    await pause(jittered(Math.min(500 * 2 ** failures, maxPauseMs)));
  }
}

/** Shows what the service sends until the stream ends. */
async function readStream(onAlive: () => void): Promise<void> {
  const silence = new AbortController();
  const watch = () =>
    setTimeout(() => {
      say(texts.text("notConnected"));
      silence.abort();
    }, maxSilentMs);
  let timer = watch();
  try {
    const response = await answerOf("/screens/display", { signal: silence.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream() as never)
      .getReader() as ReadableStreamDefaultReader<string>;
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = watch();
      onAlive();
      say(null);
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) take(block);
    }
  } finally {
    clearTimeout(timer);
  }
}

function take(block: string): void {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (data === undefined) return;
  display = JSON.parse(data) as DisplayView;
  announceNew(display.calls);
  render();
  if (!wasTouched) void loadNewerPage(display.date);
}

/** Marks the calls that this display has not shown yet. The calls before its first answer are not new. */
function announceNew(calls: readonly CallView[]): void {
  const present = calls.filter(({ isInService }) => !isInService).map(keyOf);
  const fresh = announced ? present.filter((key) => !announced!.has(key)) : [];
  // A call that disappears for a moment and comes back with the same key stays announced.
  announced = new Set([...announced ?? [], ...present].slice(-500));
  if (fresh.length === 0) return;
  for (const key of fresh) newUntil.set(key, Date.now() + newMs);
  setTimeout(render, newMs + 50);
  chime();
}

/** Identifies one call of one number. */
function keyOf({ number, calledAt, calls }: CallView): string {
  return `${number} ${calledAt} ${calls}`;
}

function say(text: string | null): void {
  if (text === notice) return;
  notice = text;
  render();
}

function render(): void {
  for (const [key, until] of newUntil) if (until < Date.now()) newUntil.delete(key);
  if (!display) return show(element("p", "empty", notice ?? texts.text("working")));
  const { organization, hasDepartments, calls, next, waiting } = display;
  document.title = organization;
  // A number that is called again comes first, although its first call is older.
  const isNew = (call: CallView) => newUntil.has(keyOf(call));
  const shown = [...calls.filter(isNew), ...calls.filter((call) => !isNew(call))];
  show(
    element(
      "header",
      "",
      element("h1", "", nameOf(organization)),
      !canChime() && button("sound", texts.text("tapForSound"), start),
      element("time", ""),
    ),
    element(
      "div",
      "board",
      shown.length === 0 ? element("p", "empty", texts.text("noCalls")) : callList(),
      element(
        "aside",
        "",
        element("h2", "", texts.text("next")),
        element(
          "ol",
          "next",
          ...next.map(({ number, department }) =>
            element(
              "li",
              "",
              String(number),
              hasDepartments && element("small", "", nameOf(department)),
            )
          ),
        ),
        element(
          "p",
          "waiting",
          waiting === 0 ? texts.text("nobodyWaits") : texts.text("waiting", { count: waiting }),
        ),
      ),
    ),
    notice !== null && element("p", "notice", notice),
  );
  document.querySelector(".calls")?.setAttribute("aria-live", "polite");
  showTime();

  function callList(): HTMLElement {
    const made = element("ol", "calls", ...shown.map((call, i) => row(call, { isFirst: i === 0 })));
    // The first one takes two rows if there are others.
    made.style.setProperty("--rows", String(shown.length > 1 ? shown.length + 1 : 1));
    return made;
  }

  function row(call: CallView, { isFirst }: { isFirst: boolean }): HTMLElement {
    const states = [
      isFirst && "is-first",
      call.isInService && "is-in-service",
      isNew(call) && "is-new",
    ];
    const { number, department, desk } = call;
    const isShort = isBare(desk);
    const line = element(
      "div",
      "line",
      element("b", "number", String(number)),
      element(
        "div",
        "to",
        element("span", "arrow", "→"),
        isShort && texts.text("counter"),
        element("b", isShort ? "is-bare" : "", nameOf(desk)),
      ),
      hasDepartments && element("span", "department", nameOf(department)),
    );
    line.style.setProperty("--letters", String(Math.max(deskText(desk).length, 8)));
    return element("li", ["call", ...states.filter(Boolean)].join(" "), line);
  }
}

/** Shows the time of the office. */
function showTime(): void {
  const time = document.querySelector("time");
  if (!time || !display) return;
  time.textContent = texts.time(new Date(), display.timeZone);
}

/** Asks for sound and the full screen, which browsers allow only after a touch. */
async function start(): Promise<void> {
  wasTouched = true;
  const full = document.documentElement.requestFullscreen?.().catch(() => {});
  if (await allowChime()) chime();
  await full;
  render();
}

/** Keeps the screen on where the browser can. It forgets that while another page is in front. */
function keepAwake(): void {
  const ask = () => {
    if (document.visibilityState === "visible") {
      navigator.wakeLock?.request("screen").catch(() => {});
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

function showRevoked(): void {
  display = undefined;
  const help = element("small", "", texts.text("noScreenHelp"));
  show(element("div", "empty", element("p", "", texts.text("noScreen"), element("br", ""), help)));
}
