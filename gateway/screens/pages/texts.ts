const en = {
  number: "Number",
  yourNumber: "Your number",
  counter: "Counter",
  goToCounter: "Please go to counter",
  goTo: "Please go to",
  atCounter: "You are at counter",
  at: "You are at",
  calledAgain: (times: number) => `Called ${times} times`,
  beforeLabel: "Before you",
  before: (people: number) => people === 1 ? "1 person" : `${people} people`,
  nextOne: "You are next",
  wait: (minutes: number) => minutes === 0 ? "No wait" : `About ${minutes} min`,
  waitLabel: "Estimated wait",
  unknownWait: "Not known yet",
  accuracy: (minutes: number) =>
    minutes < 1
      ? "Today’s estimates were right to the minute"
      : `Today’s estimates were off by ${minutes} min`,
  keepOpen: "Keep this page open. It changes when you are called.",
  soundOn: "Play a sound when I am called",
  soundIsOn: "A sound plays when you are called",
  served: "Your visit has ended. Thank you for coming.",
  left: "This number does not wait any more. If you are still here, ask at the front desk.",
  noShow: "Your number was called several times. If you are still here, ask at the front desk.",
  appointmentMoved: (when: string, department: string) =>
    `Your appointment was moved: ${when}, ${department}. Ask at the front desk.`,
  appointmentCancelled: "Your appointment was cancelled. Ask at the front desk.",
  noTicket: "This ticket is not valid",
  noTicketHelp: "A ticket is valid until the end of its day. Ask at the front desk for a new one.",
  notConnected: "Not connected. Trying again …",
  asOf: (time: string) => `As of ${time}. Not connected, trying again …`,
  busy: "Too many requests. This page tries again by itself.",
  next: "Next",
  waiting: (people: number) => people === 1 ? "1 person waits" : `${people} people wait`,
  nobodyWaits: "Nobody waits",
  noCalls: "Your number appears here",
  noScreen: "This screen was revoked",
  noScreenHelp: "Make a new one on the page Screens of the dashboard, and open its address here.",
  tapForSound: "Tap for sound and full screen",
  withAppointment: "I have an appointment",
  scan: "Hold your code under the scanner, or type it",
  code: "Code of your appointment",
  checkIn: "Check in",
  withoutAppointment: "I have no appointment",
  choose: "Choose what you came for",
  peopleWait: (people: number) => people === 1 ? "1 waits" : `${people} wait`,
  working: "One moment …",
  takeSeat: "Please take a seat. Your number appears on the screen.",
  onPhone: "Scan to see your place on your phone",
  done: "Done",
  unknownCode: "We do not know this code",
  unknownCodeHelp: "Check the code in your confirmation and try again, or ask at the front desk.",
  anotherDay: "Your appointment is on another day",
  anotherDayHelp: (when: string) => `It is on ${when}. Ask at the front desk to move it.`,
  tooEarly: "You are early",
  tooEarlyHelp: (when: string, from: string) =>
    `Your appointment is at ${when}. You can check in from ${from}.`,
  anotherDepartment: "Your appointment is elsewhere",
  anotherDepartmentHelp: (department: string) =>
    `It is with ${department}. Check in there, or ask at the front desk.`,
  notOpen: "This appointment cannot be used",
  notOpenHelp: "It was cancelled or has already taken place. Ask at the front desk.",
  full: "No more numbers here just now",
  fullHelp: "Ask at the front desk.",
  failed: "That did not work",
  failedHelp: "Try again in a moment, or go to the front desk.",
  limited: "Too many attempts",
  limitedHelp: (seconds: number) => `Wait ${seconds} s and try again, or go to the front desk.`,
};

const de: typeof en = {
  number: "Nummer",
  yourNumber: "Ihre Nummer",
  counter: "Schalter",
  goToCounter: "Bitte gehen Sie zu Schalter",
  goTo: "Bitte gehen Sie zu",
  atCounter: "Sie sind an Schalter",
  at: "Sie sind hier:",
  calledAgain: (times) => `${times}-mal aufgerufen`,
  beforeLabel: "Vor Ihnen",
  before: (people) => people === 1 ? "1 Person" : `${people} Personen`,
  nextOne: "Sie sind als Nächstes dran",
  wait: (minutes) => minutes === 0 ? "Keine Wartezeit" : `Etwa ${minutes} Min.`,
  waitLabel: "Geschätzte Wartezeit",
  unknownWait: "Noch nicht bekannt",
  accuracy: (minutes) =>
    minutes < 1
      ? "Heute stimmten die Schätzungen auf die Minute"
      : `Heute lagen die Schätzungen um ${minutes} Min. daneben`,
  keepOpen: "Lassen Sie diese Seite offen. Sie ändert sich, wenn Sie aufgerufen werden.",
  soundOn: "Ton abspielen, wenn ich dran bin",
  soundIsOn: "Ein Ton erklingt, wenn Sie dran sind",
  served: "Ihr Besuch ist beendet. Vielen Dank, dass Sie da waren.",
  left: "Diese Nummer wartet nicht mehr. Sind Sie noch da? Dann fragen Sie bitte am Empfang.",
  noShow:
    "Ihre Nummer wurde mehrmals aufgerufen. Sind Sie noch da? Dann fragen Sie bitte am Empfang.",
  appointmentMoved: (when, department) =>
    `Ihr Termin wurde verschoben: ${when}, ${department}. Fragen Sie bitte am Empfang.`,
  appointmentCancelled: "Ihr Termin wurde abgesagt. Fragen Sie bitte am Empfang.",
  noTicket: "Dieses Ticket ist nicht gültig",
  noTicketHelp:
    "Ein Ticket gilt bis zum Ende seines Tages. Fragen Sie am Empfang nach einem neuen.",
  notConnected: "Keine Verbindung. Neuer Versuch …",
  asOf: (time) => `Stand ${time} Uhr. Keine Verbindung, neuer Versuch …`,
  busy: "Zu viele Anfragen. Diese Seite versucht es von selbst wieder.",
  next: "Als Nächstes",
  waiting: (people) => people === 1 ? "1 Person wartet" : `${people} Personen warten`,
  nobodyWaits: "Niemand wartet",
  noCalls: "Hier erscheint Ihre Nummer",
  noScreen: "Diese Anzeige wurde widerrufen",
  noScreenHelp:
    "Legen Sie im Dashboard auf der Seite „Anzeigen“ eine neue an und öffnen Sie hier ihre Adresse.",
  tapForSound: "Tippen für Ton und Vollbild",
  withAppointment: "Ich habe einen Termin",
  scan: "Halten Sie Ihren Code unter den Scanner oder tippen Sie ihn ein",
  code: "Code Ihres Termins",
  checkIn: "Anmelden",
  withoutAppointment: "Ich habe keinen Termin",
  choose: "Wählen Sie Ihr Anliegen",
  peopleWait: (people) => people === 1 ? "1 wartet" : `${people} warten`,
  working: "Einen Moment …",
  takeSeat: "Bitte nehmen Sie Platz. Ihre Nummer erscheint auf der Anzeige.",
  onPhone: "Scannen und den Platz auf dem Handy verfolgen",
  done: "Fertig",
  unknownCode: "Diesen Code kennen wir nicht",
  unknownCodeHelp:
    "Prüfen Sie den Code in Ihrer Bestätigung und versuchen Sie es noch einmal, oder fragen Sie am Empfang.",
  anotherDay: "Ihr Termin ist an einem anderen Tag",
  anotherDayHelp: (when) => `Er ist am ${when}. Fragen Sie am Empfang, ob er sich verlegen lässt.`,
  tooEarly: "Sie sind früh dran",
  tooEarlyHelp: (when, from) =>
    `Ihr Termin ist um ${when} Uhr. Sie können sich ab ${from} Uhr anmelden.`,
  anotherDepartment: "Ihr Termin ist woanders",
  anotherDepartmentHelp: (department) =>
    `Er ist bei ${department}. Melden Sie sich dort an oder fragen Sie am Empfang.`,
  notOpen: "Dieser Termin lässt sich nicht verwenden",
  notOpenHelp: "Er wurde abgesagt oder hat schon stattgefunden. Fragen Sie am Empfang.",
  full: "Hier gibt es gerade keine Nummern mehr",
  fullHelp: "Fragen Sie am Empfang.",
  failed: "Das hat nicht geklappt",
  failedHelp: "Versuchen Sie es gleich noch einmal oder gehen Sie zum Empfang.",
  limited: "Zu viele Versuche",
  limitedHelp: (seconds) =>
    `Warten Sie ${seconds} s und versuchen Sie es noch einmal, oder gehen Sie zum Empfang.`,
};

const wanted = new URLSearchParams(location.search).get("lang") ?? navigator.language;

/** The language of the address (`?lang=de`), else of the browser. */
const language = wanted.toLowerCase().startsWith("de") ? "de" : "en";

/** The texts of the pages. */
export const texts = language === "de" ? de : en;

document.documentElement.lang = language;

const locale = { de: "de-DE", en: "en-GB" }[language];

/** Formats the local time of the office at an instant, whatever the zone of the device is. */
export function timeText(instant: Date, timeZone: string): string {
  return instant.toLocaleString(locale, { hour: "2-digit", minute: "2-digit", timeZone });
}

/** Formats a local time of the office, whatever the zone of the device is. */
export function dateTimeText(dateTime: string): string {
  return new Date(`${dateTime}Z`).toLocaleString(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
}
