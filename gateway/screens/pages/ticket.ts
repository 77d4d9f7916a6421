import type { TicketView } from "../../../core/mod.ts";
import { deskText, isBare } from "./desk.ts";
import { allowChime, canChime, chime } from "./chime.ts";
import { button, element, nameOf, show } from "./element.ts";
import { texts, timeOf } from "./language.ts";
import { accuracyText, waitText } from "./place_texts.ts";
import { jittered, pause, type Refusal, request } from "./service.ts";

let ticket: TicketView | undefined;
let readAt: Date | undefined;
let notice: string | null = null;
let wantsSound = false;

await follow();

/** Looks until the visit has ended. Phones suspend pages and lose streams, so the page polls (README 5). */
async function follow(): Promise<void> {
  for (let failures = 0;;) {
    let seconds: number;
    try {
      const before = ticket;
      ticket = await request<TicketView>("/screens/ticket");
      readAt = new Date();
      notice = null;
      failures = 0;
      if (isNewCall(ticket, before)) alarm();
      seconds = secondsToNext(ticket);
    } catch (error) {
      const { status, retryAfterSeconds } = error as Refusal;
      if (status === 404) return showInvalid();
      failures += 1;
      notice = status === 429
        ? texts.text("busy")
        : ticket && readAt
        ? texts.text("asOf", { time: texts.time(readAt, ticket.timeZone) })
        : texts.text("notConnected");
      seconds = retryAfterSeconds ?? Math.min(2 ** failures, 30);
    }
    render();
    if (ticket?.state === "ENDED") return;
    await pause(jittered(seconds * 1000));
  }
}

/** Looks more often when the call is near. */
function secondsToNext({ state, ahead, appointment }: TicketView): number {
  if (state === "IN_SERVICE") return 20;
  if (appointment?.isEarly) return 8;
  return state === "CALLED" || ahead === null || ahead < 3 ? 2 : 8;
}

function isNewCall(now: TicketView, before: TicketView | undefined): boolean {
  return now.state === "CALLED" && (before?.state !== "CALLED" || now.calls > before.calls);
}

function alarm(): void {
  // Without a touch the browser refuses both.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([300, 150, 300, 150, 600]);
  if (wantsSound) chime();
}

function render(): void {
  if (!ticket) return show(element("p", "notice", notice ?? texts.text("working")));
  const { number, organization, department } = ticket;
  document.title = ticket.state === "CALLED"
    ? `${deskText(ticket.desk!)} – ${number}`
    : `${texts.text("number")} ${number}`;
  show(
    element("header", "", element("h1", "", nameOf(department)), nameOf(organization)),
    notice !== null && element("p", "notice", notice),
    changeOf(ticket),
    ...content(ticket),
  );
}

/** Says what happened to the appointment of a person who is still here. */
function changeOf({ appointmentChange, state }: TicketView): HTMLElement | false {
  if (!appointmentChange || state === "ENDED") return false;
  const { difference, dateTime, department } = appointmentChange;
  const text = difference === "MOVED"
    ? texts.text("appointmentMoved", { when: texts.dateTime(dateTime), department })
    : texts.text("appointmentCancelled");
  return element("p", "notice", text);
}

function content(now: TicketView): (HTMLElement | false)[] {
  switch (now.state) {
    case "WAITING":
      return [card(texts.text("yourNumber"), String(now.number)), place(now), ...hints()];
    case "CALLED":
      return [callCard(now), element("p", "hint", texts.text("calledAgain", { count: now.calls }))]
        .slice(0, now.calls > 1 ? 2 : 1);
    case "IN_SERVICE":
      return [callCard(now)];
    case "ENDED": {
      const message = {
        SERVED: "served",
        LEFT: "left",
        NO_SHOW: "noShow",
        CANCELLED: "left",
      } as const;
      const said = element("p", "message", texts.text(message[now.outcome!]));
      return [card(texts.text("yourNumber"), String(now.number)), element("section", "card", said)];
    }
  }
}

function card(label: string, number: string): HTMLElement {
  const big = element("p", "number", number);
  return element("section", "card", element("p", "label", label), big);
}

function callCard({ desk, number, state }: TicketView): HTMLElement {
  const isShort = isBare(desk!);
  const [atCounter, at] = state === "CALLED"
    ? [texts.text("goToCounter"), texts.text("goTo")]
    : [texts.text("atCounter"), texts.text("at")];
  const made = element(
    "section",
    "card is-called",
    element("p", "label", isShort ? atCounter : at),
    element("p", isShort ? "number" : "number is-long", nameOf(desk!)),
    element("p", "small", `${texts.text("yourNumber")}: ${number}`),
  );
  made.setAttribute("role", "alert");
  return made;
}

function place(
  { appointment, ahead, estimatedMinutes, estimateErrorMinutes }: TicketView,
): HTMLElement {
  const own = appointment && fact(texts.text("yourAppointment"), timeOf(appointment.dateTime));
  if (appointment?.isEarly) {
    return element("dl", "", own, element("p", "hint", texts.text("earlyHelp")));
  }
  const before = ahead === null
    ? "…"
    : ahead === 0
    ? texts.text("nextOne")
    : texts.text("before", { count: ahead });
  const wait = estimatedMinutes === null ? texts.text("unknownWait") : waitText(estimatedMinutes);
  const accuracy = estimatedMinutes !== null && estimateErrorMinutes !== null &&
    element("small", "", accuracyText(estimateErrorMinutes));
  return element(
    "dl",
    "",
    own,
    fact(texts.text("beforeLabel"), before),
    fact(texts.text("waitLabel"), wait, accuracy),
  );
}

function fact(label: string, ...values: (Node | string | false)[]): HTMLElement {
  return element("div", "", element("dt", "", label), element("dd", "", ...values));
}

function hints(): HTMLElement[] {
  const isOn = wantsSound && canChime();
  return [
    element("p", "hint push", texts.text("keepOpen")),
    isOn
      ? element("p", "hint", texts.text("soundIsOn"))
      : button("sound", texts.text("soundOn"), async () => {
        wantsSound = true;
        if (await allowChime()) chime();
        render();
      }),
  ];
}

function showInvalid(): void {
  document.title = texts.text("noTicket");
  show(element(
    "section",
    "card",
    element("h1", "message", texts.text("noTicket")),
    element("p", "hint", texts.text("noTicketHelp")),
  ));
}
