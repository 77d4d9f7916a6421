import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Calendar", de: "Kalender" },
  week: { en: "{from} – {to}", de: "{from} – {to}" },
  new: { en: "New", de: "Neu" },
  picker: {
    label: { en: "Week", de: "Woche" },
    previous: { en: "Previous week", de: "Vorige Woche" },
    next: { en: "Next week", de: "Nächste Woche" },
    today: { en: "This week", de: "Diese Woche" },
  },
  tools: {
    label: { en: "View", de: "Ansicht" },
    workers: { en: "Staff", de: "Mitarbeitende" },
    departments: { en: "Departments", de: "Abteilungen" },
    week: { en: "Week", de: "Woche" },
    department: { en: "Department", de: "Abteilung" },
    worker: { en: "Staff member", de: "Mitarbeitende" },
    workerOf: { en: "{name} – {department}", de: "{name} – {department}" },
    ill: { en: "Staff member is ill …", de: "Jemand ist krank …" },
    cancelled: { en: "Show cancelled", de: "Abgesagte anzeigen" },
  },
  board: {
    workers: { en: "{department} by staff member", de: "{department} nach Mitarbeitenden" },
    departments: { en: "All departments", de: "Alle Abteilungen" },
    week: { en: "Week of {worker}", de: "Woche von {worker}" },
  },
  help: {
    en:
      "The arrow keys move between appointments and free times. Enter opens an appointment or books a free time. The key for Move picks an appointment up.",
    de:
      "Die Pfeiltasten gehen zwischen Terminen und freien Zeiten. Enter öffnet einen Termin oder bucht eine freie Zeit. Die Taste für Verschieben nimmt einen Termin auf.",
  },
  column: {
    ill: { en: "{name} is ill", de: "{name} ist krank" },
    unassigned: { en: "No staff member", de: "Niemand zugeordnet" },
    inactive: { en: "Takes no bookings", de: "Nicht buchbar" },
    count: {
      en: "{count, plural, =0 {No appointments} one {# appointment} other {# appointments}}",
      de: "{count, plural, =0 {Keine Termine} one {# Termin} other {# Termine}}",
    },
    closed: { en: "Closed", de: "Geschlossen" },
    closedFor: { en: "Closed: {reason}", de: "Geschlossen: {reason}" },
    away: { en: "Away", de: "Abwesend" },
    awayFor: { en: "Away: {reason}", de: "Abwesend: {reason}" },
  },
  free: { en: "{time} free, {column}", de: "{time} frei, {column}" },
  shade: {
    full: { en: "Full", de: "Voll" },
    outside: { en: "Outside the booking window", de: "Außerhalb des Buchungszeitraums" },
  },
  problem: {
    over: { en: "This time is over", de: "Diese Zeit ist vorbei" },
    inactive: { en: "Takes no bookings", de: "Nicht buchbar" },
    closed: { en: "Closed at this time", de: "Zu dieser Zeit geschlossen" },
    full: { en: "Full at this time", de: "Zu dieser Zeit voll" },
    away: { en: "Away at this time", de: "Zu dieser Zeit abwesend" },
    busy: { en: "Already booked at this time", de: "Zu dieser Zeit schon gebucht" },
    needsWorker: {
      en: "This department needs a staff member",
      de: "Diese Abteilung braucht eine mitarbeitende Person",
    },
  },
  problemFor: {
    closed: { en: "Closed: {reason}", de: "Geschlossen: {reason}" },
    away: { en: "Away: {reason}", de: "Abwesend: {reason}" },
  },
  move: {
    free: { en: "{name}: {time}, {column}.", de: "{name}: {time}, {column}." },
    outside: {
      en: "{name}: {time}, {column}. Outside the booking window, needs a reason.",
      de: "{name}: {time}, {column}. Außerhalb des Buchungszeitraums, braucht einen Grund.",
    },
    forbidden: {
      en: "{name}: {time}, {column}. Not possible: {problem}.",
      de: "{name}: {time}, {column}. Nicht möglich: {problem}.",
    },
    byKeys: { en: "Enter moves, Escape cancels", de: "Enter verschiebt, Escape bricht ab" },
    byPointer: { en: "Escape cancels", de: "Escape bricht ab" },
    notAllowed: {
      en: "Only scheduled appointments can be moved. {name} is {status}.",
      de: "Nur geplante Termine lassen sich verschieben. {name} ist {status}.",
    },
  },
  moved: { en: "{name} is moved to {day}, {time}", de: "{name} ist verschoben auf {day}, {time}" },
  movedTo: {
    en: "{name} is moved to {day}, {time}, {where}",
    de: "{name} ist verschoben auf {day}, {time}, {where}",
  },
  movedBack: { en: "{name} is moved back", de: "{name} ist zurückverschoben" },
  stillMoving: {
    en: "The last move of {name} is still running. Try again in a moment.",
    de: "Die letzte Verschiebung von {name} läuft noch. Versuchen Sie es gleich noch einmal.",
  },
  reason: {
    title: { en: "Move {name}", de: "{name} verschieben" },
    lead: { en: "To {day}, {time}.", de: "Auf {day}, {time}." },
    action: { en: "Move", de: "Verschieben" },
  },
  empty: {
    department: { en: "No department yet", de: "Noch keine Abteilung" },
    departmentText: {
      en: "Create a department, then its appointments are here.",
      de: "Legen Sie eine Abteilung an, dann stehen ihre Termine hier.",
    },
    toDepartments: { en: "Go to departments", de: "Zu den Abteilungen" },
    worker: { en: "No staff member yet", de: "Noch keine Mitarbeitenden" },
    workerText: {
      en: "Add staff members to a department, then their weeks are here.",
      de: "Fügen Sie einer Abteilung Mitarbeitende hinzu, dann stehen ihre Wochen hier.",
    },
  },
  cut: {
    en: "Only the first 5,000 appointments are shown. The others are under Appointments.",
    de: "Nur die ersten 5.000 Termine werden angezeigt. Die übrigen stehen unter Termine.",
  },
});
