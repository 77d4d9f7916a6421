import type { KioskAnswer } from "../../../core/mod.ts";
import { deskText, isBare } from "./desk.ts";
import { element, nameOf } from "./element.ts";
import { officeLanguage, texts, timeOf } from "./language.ts";
import { accuracyText, waitText } from "./place_texts.ts";
import { qrCode } from "./qr.ts";

/** What a kiosk says to a person: an answer of the service, or why there is none. */
export type Said = KioskAnswer | { answer: "LIMITED"; seconds: number } | { answer: "FAILED" };

/** How an answer looks, and how long it stays. */
interface ShownAnswer {
  className: string;
  stayMs: number;
  children: (Node | false)[];
}

/** A ticket stays longer, because a person scans its code. */
const ticketMs = 25_000;
const refusalMs = 12_000;

/** Returns what the kiosk shows, in the language of the visitor. */
export function answerOf(said: Said): ShownAnswer {
  switch (said.answer) {
    case "ARRIVED":
      return ticketOf(said);
    case "UNKNOWN_CODE":
      return refusal(texts.text("unknownCode"), texts.text("unknownCodeHelp"));
    case "UNKNOWN_NUMBER":
      return refusal(texts.text("unknownNumber"), texts.text("unknownNumberHelp"));
    case "UNKNOWN_NAME":
      return refusal(texts.text("unknownName"), texts.text("unknownNameHelp"));
    case "ANOTHER_DAY": {
      const when = texts.dateTime(said.dateTime);
      return refusal(texts.text("anotherDay"), texts.text("anotherDayHelp", { when }));
    }
    case "TOO_EARLY": {
      const times = { time: timeOf(said.dateTime), from: timeOf(said.from) };
      return refusal(texts.text("tooEarly"), texts.text("tooEarlyHelp", times));
    }
    case "ANOTHER_DEPARTMENT": {
      const { department } = said;
      const help = texts.text("anotherDepartmentHelp", { department });
      return refusal(texts.text("anotherDepartment"), help);
    }
    case "NOT_OPEN":
      return refusal(texts.text("notOpen"), texts.text("notOpenHelp"));
    case "FULL":
      return refusal(texts.text("full"), texts.text("fullHelp"));
    case "LIMITED":
      return refusal(texts.text("limited"), texts.text("limitedHelp", { count: said.seconds }));
    case "FAILED":
      return refusal(texts.text("failed"), texts.text("failedHelp"));
  }
}

function refusal(title: string, help: string): ShownAnswer {
  const children = [element("h2", "", title), element("p", "hint", help)];
  return { className: "is-refused", stayMs: refusalMs, children };
}

type Ticket = KioskAnswer & { answer: "ARRIVED" };

function ticketOf(ticket: Ticket): ShownAnswer {
  const { number, department, desk } = ticket;
  if (desk !== null) return callOf(desk, number);
  return {
    className: "",
    stayMs: ticketMs,
    children: [
      element("p", "hint", texts.text("yourNumber")),
      element("p", "number", String(number)),
      element("h2", "", nameOf(department)),
      ...placeOf(ticket),
      element("p", "hint", texts.text("takeSeat")),
      qrCode(addressOf(ticket), texts.text("onPhone")),
      element("p", "hint", texts.text("onPhone")),
    ],
  };
}

function callOf(desk: string, number: number): ShownAnswer {
  const isShort = isBare(desk);
  document.title = deskText(desk);
  const children = [
    element("h2", "", texts.text(isShort ? "goToCounter" : "goTo")),
    element("p", isShort ? "number" : "number is-long", nameOf(desk)),
    element("p", "facts", `${texts.text("yourNumber")}: ${number}`),
  ];
  return { className: "is-called", stayMs: ticketMs, children };
}

/** Returns the time of the appointment and the place in the queue. An early person has no place yet. */
function placeOf(
  { appointment, ahead, estimatedMinutes, estimateErrorMinutes }: Ticket,
): (Node | false)[] {
  const own = appointment !== null &&
    fact(texts.text("yourAppointment"), timeOf(appointment.dateTime));
  if (appointment?.isEarly) return [own, element("p", "hint", texts.text("earlyHelp"))];
  const before = ahead === null
    ? false
    : ahead === 0
    ? element("p", "facts", texts.text("nextOne"))
    : fact(texts.text("beforeLabel"), texts.text("before", { count: ahead }));
  if (estimatedMinutes === null) return [own, before];
  const wait = fact(texts.text("waitLabel"), waitText(estimatedMinutes));
  const accuracy = estimateErrorMinutes !== null &&
    element("p", "hint", accuracyText(estimateErrorMinutes));
  return [own, before, wait, accuracy];
}

function fact(label: string, value: string): HTMLElement {
  return element("p", "facts", `${label}: ${value}`);
}

/** The phone shows the ticket in the language that its owner chose here. */
function addressOf({ ticket }: Ticket): string {
  const query = texts.language === officeLanguage ? "" : `?lang=${texts.language}`;
  return `${location.origin}/ticket/${ticket}${query}`;
}
