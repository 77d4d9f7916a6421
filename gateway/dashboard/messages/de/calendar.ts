import type { calendar as english } from "../en/calendar.ts";
import type { Translated } from "../translated.ts";

export const calendar: Translated<typeof english> = {
  title: "Kalender",
  week: "{from} – {to}",
  new: "Neu",
  picker: { label: "Woche", previous: "Vorige Woche", next: "Nächste Woche", today: "Diese Woche" },
  tools: {
    label: "Ansicht",
    workers: "Mitarbeiter",
    departments: "Abteilungen",
    week: "Woche",
    department: "Abteilung",
    worker: "Mitarbeiter",
    workerOf: "{name} – {department}",
    cancelled: "Abgesagte",
  },
  board: {
    workers: "{department} nach Mitarbeitern",
    departments: "Alle Abteilungen",
    week: "Woche von {worker}",
  },
  help:
    "Die Pfeiltasten gehen zwischen Terminen und freien Zeiten. Enter öffnet einen Termin oder bucht eine freie Zeit. Die Taste für Verschieben nimmt einen Termin auf.",
  column: {
    unassigned: "Ohne Mitarbeiter",
    inactive: "Nicht buchbar",
    count: "{count, plural, =0 {Keine Termine} one {# Termin} other {# Termine}}",
    closed: "Geschlossen",
    closedFor: "Geschlossen: {reason}",
    away: "Abwesend",
    awayFor: "Abwesend: {reason}",
  },
  free: "{time} frei, {column}",
  shade: { full: "Voll", outside: "Außerhalb des Buchungszeitraums" },
  problem: {
    over: "Diese Zeit ist vorbei",
    inactive: "Nicht buchbar",
    closed: "Zu dieser Zeit geschlossen",
    full: "Zu dieser Zeit voll",
    away: "Zu dieser Zeit abwesend",
    busy: "Zu dieser Zeit schon gebucht",
    needsWorker: "Diese Abteilung braucht einen Mitarbeiter",
  },
  problemFor: { closed: "Geschlossen: {reason}", away: "Abwesend: {reason}" },
  move: {
    free: "{name}: {time}, {column}.",
    outside: "{name}: {time}, {column}. Außerhalb des Buchungszeitraums, braucht einen Grund.",
    forbidden: "{name}: {time}, {column}. Nicht möglich: {problem}.",
    byKeys: "Enter verschiebt, Escape bricht ab",
    byPointer: "Escape bricht ab",
    notAllowed: "Nur geplante Termine lassen sich verschieben. {name} ist {status}.",
  },
  moved: "{name} ist verschoben auf {day}, {time}",
  movedTo: "{name} ist verschoben auf {day}, {time}, {where}",
  movedBack: "{name} ist zurückverschoben",
  stillMoving:
    "Die letzte Verschiebung von {name} läuft noch. Versuchen Sie es gleich noch einmal.",
  reason: {
    title: "{name} verschieben",
    lead: "Auf {day}, {time}.",
    action: "Verschieben",
  },
  empty: {
    department: "Noch keine Abteilung",
    departmentText: "Legen Sie eine Abteilung an, dann stehen ihre Termine hier.",
    toDepartments: "Zu den Abteilungen",
    worker: "Noch kein Mitarbeiter",
    workerText: "Fügen Sie einer Abteilung Mitarbeiter hinzu, dann stehen ihre Wochen hier.",
  },
  cut: "Nur die ersten 5.000 Termine werden gezeigt. Die übrigen stehen unter Termine.",
};
