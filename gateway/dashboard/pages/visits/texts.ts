import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Visits", de: "Besuche" },
  week: { en: "{from} – {to}", de: "{from} – {to}" },
  period: {
    label: { en: "Period", de: "Zeitraum" },
    day: { en: "Day", de: "Tag" },
    week: { en: "Week", de: "Woche" },
  },
  weekPicker: {
    label: { en: "Week", de: "Woche" },
    previous: { en: "Previous week", de: "Vorige Woche" },
    next: { en: "Next week", de: "Nächste Woche" },
    today: { en: "This week", de: "Diese Woche" },
  },
  department: { en: "Department", de: "Abteilung" },
  allDepartments: { en: "All departments", de: "Alle Abteilungen" },
  fault: {
    period: {
      en: "This page shows a day or a week. Choose one of them above.",
      de: "Diese Seite zeigt einen Tag oder eine Woche. Wählen Sie oben eines davon.",
    },
    date: {
      en: "The address has no valid date. Choose a day above.",
      de: "Die Adresse enthält kein gültiges Datum. Wählen Sie oben einen Tag.",
    },
    department: {
      en: "The address has no valid department. Choose one above.",
      de: "Die Adresse enthält keine gültige Abteilung. Wählen Sie oben eine.",
    },
  },
  asOf: { en: "Data as of {time}", de: "Daten von {time}" },
  none: {
    day: {
      future: { en: "This day has not begun", de: "Dieser Tag hat noch nicht begonnen" },
      current: { en: "Nobody has come yet today", de: "Heute ist noch niemand gekommen" },
      past: { en: "Nobody came on this day", de: "An diesem Tag ist niemand gekommen" },
    },
    week: {
      future: { en: "This week has not begun", de: "Diese Woche hat noch nicht begonnen" },
      current: { en: "Nobody has come this week yet", de: "Diese Woche ist noch niemand gekommen" },
      past: { en: "Nobody came in this week", de: "In dieser Woche ist niemand gekommen" },
    },
    filtered: {
      en: "Nobody came to this department",
      de: "In diese Abteilung ist niemand gekommen",
    },
    department: { en: "This department does not exist", de: "Diese Abteilung gibt es nicht" },
    help: {
      en:
        "A visit begins when a person is checked in, or added as a walk-in on <link>Queue</link>. A department whose check-in completes the appointment has no visits: an administrator can change that under Departments, in the tab Queue.",
      de:
        "Ein Besuch beginnt, wenn jemand eingecheckt oder in der <link>Warteschlange</link> ohne Termin aufgenommen wird. Eine Abteilung, deren Check-in den Termin abschließt, hat keine Besuche. Ein Administrator kann das unter Abteilungen auf der Seite Warteschlange ändern.",
    },
    toToday: { en: "Go to today", de: "Zu heute" },
    toAll: { en: "Show all departments", de: "Alle Abteilungen anzeigen" },
  },
  verdict: {
    label: { en: "How it went", de: "Wie es lief" },
    better: {
      en: "Better than {period, select, week {the week of {before}} other {{before}}}",
      de: "Besser als {period, select, week {in der Woche ab {before}} other {am {before}}}",
    },
    worse: {
      en: "Not as good as {period, select, week {the week of {before}} other {{before}}}",
      de: "Nicht so gut wie {period, select, week {in der Woche ab {before}} other {am {before}}}",
    },
    mixed: {
      en:
        "Partly better, partly not as good as {period, select, week {the week of {before}} other {{before}}}",
      de:
        "Teils besser, teils nicht so gut wie {period, select, week {in der Woche ab {before}} other {am {before}}}",
    },
    same: {
      en: "As good as {period, select, week {the week of {before}} other {{before}}}",
      de: "So gut wie {period, select, week {in der Woche ab {before}} other {am {before}}}",
    },
    none: {
      en:
        "{period, select, week {Nobody was served in the week of {before}, so there is no comparison} other {Nobody was served on {before}, so there is no comparison}}",
      de:
        "{period, select, week {In der Woche ab {before} wurde niemand bedient, darum fehlt der Vergleich} other {Am {before} wurde niemand bedient, darum fehlt der Vergleich}}",
    },
    soFar: { en: "So far:", de: "Bisher:" },
    waiting: {
      en: "9 in 10 people waited under {time}.",
      de: "9 von 10 Personen warteten höchstens {time}.",
    },
    noWaiting: { en: "Nobody has been called yet.", de: "Noch wurde niemand aufgerufen." },
    punctuality: {
      en: "{percent, number} % of the people with an appointment were called on time.",
      de: "{percent, number} % der Personen mit Termin wurden pünktlich aufgerufen.",
    },
  },
  change: {
    waiting: {
      en: "Waiting {value, number} min instead of {earlier, number}",
      de: "Wartezeit {value, number} Min. statt {earlier, number}",
    },
    punctuality: {
      en: "On time {value, number} % instead of {earlier, number} %",
      de: "Pünktlich {value, number} % statt {earlier, number} %",
    },
    left: {
      en: "Left without service {value, number} % instead of {earlier, number} %",
      de: "Ohne Bedienung gegangen {value, number} % statt {earlier, number} %",
    },
    noShows: {
      en: "No-shows {value, number} % instead of {earlier, number} %",
      de: "Nicht erschienen {value, number} % statt {earlier, number} %",
    },
  },
  figures: { en: "Figures", de: "Zahlen" },
  visits: { en: "Visits", de: "Besuche" },
  served: { en: "Served", de: "Erledigt" },
  left: { en: "Left without service", de: "Ohne Bedienung gegangen" },
  noShows: { en: "No-shows", de: "Nicht erschienen" },
  open: { en: "Still here", de: "Noch anwesend" },
  waiting: { en: "Median wait", de: "Wartezeit, Median" },
  handling: { en: "Median service time", de: "Bedienzeit, Median" },
  punctuality: { en: "Called on time", de: "Pünktlich aufgerufen" },
  half: { en: "Median", de: "Median" },
  most: { en: "9 in 10 under", de: "9 von 10 höchstens" },
  note: {
    open: { en: "{count, number} still here", de: "{count, number} noch anwesend" },
    waiting: { en: "9 in 10 waited under {time}", de: "9 von 10 warteten höchstens {time}" },
    handling: { en: "9 in 10 under {time}", de: "9 von 10 höchstens {time}" },
    times: { en: "{half}, 9 in 10 under {most}", de: "{half}, 9 von 10 höchstens {most}" },
    due: { en: "of {count, number} with an appointment", de: "von {count, number} mit Termin" },
    before: {
      en: "{period, select, week {Week before} other {{before}}}: {value}",
      de: "{period, select, week {Woche davor} other {{before}}}: {value}",
    },
  },
  hour: { en: "Hour", de: "Stunde" },
  day: { en: "Day", de: "Tag" },
  chart: {
    visitsByHour: { en: "Visits by hour of arrival", de: "Besuche nach Stunde der Ankunft" },
    visitsByDay: { en: "Visits by day", de: "Besuche nach Tag" },
    waitingByHour: {
      en: "Waiting time by hour of arrival",
      de: "Wartezeit nach Stunde der Ankunft",
    },
    waitingByDay: { en: "Waiting time by day", de: "Wartezeit nach Tag" },
    visits: {
      en:
        "{visits, plural, one {# visit} other {# visits}}, {served, number} served, {left, number} left without service, {noShows, number} no-shows",
      de:
        "{visits, plural, one {# Besuch} other {# Besuche}}, {served, number} erledigt, {left, number} ohne Bedienung gegangen, {noShows, number} nicht erschienen",
    },
    waiting: {
      en: "median {half}, 9 in 10 under {most}",
      de: "Median {half}, 9 von 10 höchstens {most}",
    },
    nobody: { en: "nobody was called", de: "niemand wurde aufgerufen" },
    openDay: { en: "Open {day}", de: "{day} öffnen" },
    before: {
      en: "{period, select, week {Week before} other {{before}}}",
      de: "{period, select, week {Woche davor} other {{before}}}",
    },
  },
  column: {
    waitingHalf: { en: "Median wait", de: "Wartezeit, Median" },
    waitingMost: { en: "9 in 10 waited under", de: "9 von 10 warteten höchstens" },
    handlingHalf: { en: "Median service time", de: "Bedienzeit, Median" },
    handlingMost: { en: "Service, 9 in 10 under", de: "Bedienzeit, 9 von 10 höchstens" },
    punctuality: { en: "On time", de: "Pünktlich" },
  },
  by: {
    department: { en: "By department", de: "Nach Abteilung" },
    worker: { en: "By staff member", de: "Nach Mitarbeitenden" },
    desk: { en: "By counter", de: "Nach Schalter" },
  },
  worker: { en: "Staff member", de: "Mitarbeitende" },
  desk: { en: "Counter", de: "Schalter" },
  noWorker: { en: "No staff member", de: "Niemand zugeordnet" },
  noDesk: { en: "Not called", de: "Nicht aufgerufen" },
  filterBy: { en: "Show only {name}", de: "Nur {name} anzeigen" },
  showAll: { en: "Show all {count, number}", de: "Alle {count, number} anzeigen" },
  csv: {
    group: { en: "Group", de: "Gruppe" },
    name: { en: "Name", de: "Name" },
    total: { en: "Total", de: "Gesamt" },
    due: { en: "Called with an appointment", de: "Aufgerufen mit Termin" },
    punctuality: { en: "Called on time, %", de: "Pünktlich aufgerufen, %" },
    waitingHalf: { en: "Median wait, s", de: "Wartezeit, Median, s" },
    waitingMost: { en: "9 in 10 waited under, s", de: "Wartezeit, 9 von 10 höchstens, s" },
    handlingHalf: { en: "Median service time, s", de: "Bedienzeit, Median, s" },
    handlingMost: { en: "Service, 9 in 10 under, s", de: "Bedienzeit, 9 von 10 höchstens, s" },
  },
});
