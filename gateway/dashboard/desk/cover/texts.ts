import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Staff member is ill", de: "Jemand ist krank" },
  titleOf: { en: "{name} is ill", de: "{name} ist krank" },
  titleAbsence: { en: "Appointments of {name}", de: "Termine von {name}" },
  lead: {
    en:
      "Everybody keeps their time with a colleague, or gets the nearest free time of the department.",
    de:
      "Alle behalten ihre Zeit bei jemand anderem, oder bekommen die nächste freie Zeit der Abteilung.",
  },
  notified: {
    en: "Connected apps get an event for each change, so that they can inform the people.",
    de:
      "Verbundene Apps erfahren von jeder Änderung, damit sie die Personen benachrichtigen können.",
  },
  worker: { en: "Staff member", de: "Mitarbeitende" },
  workerOf: { en: "{name} – {department}", de: "{name} – {department}" },
  choose: { en: "Choose a staff member", de: "Wählen Sie eine Person" },
  noWorkers: { en: "There are no staff members yet.", de: "Es gibt noch keine Mitarbeitenden." },
  until: { en: "Ill until", de: "Krank bis" },
  untilHelp: {
    en: "From today. Nobody can book these days with this staff member.",
    de: "Ab heute. An diesen Tagen kann niemand bei dieser Person buchen.",
  },
  counting: { en: "Looking for free colleagues …", de: "Freie Mitarbeitende werden gesucht …" },
  none: { en: "There are no appointments to move.", de: "Es gibt keine Termine zu verschieben." },
  plan: {
    en:
      "{kept, plural, =0 {} one {# keeps the time. } other {# keep their time. }}{moved, plural, =0 {} one {# gets another time. } other {# get another time. }}{unplaced, plural, =0 {} one {# cannot be placed. } other {# cannot be placed. }}{passed, plural, =0 {} one {# is left out, because its time has passed.} other {# are left out, because their time has passed.}}",
    de:
      "{kept, plural, =0 {} one {# behält die Zeit. } other {# behalten ihre Zeit. }}{moved, plural, =0 {} one {# bekommt eine andere Zeit. } other {# bekommen eine andere Zeit. }}{unplaced, plural, =0 {} other {# ohne freien Platz. }}{passed, plural, =0 {} one {# bleibt, weil die Zeit vorbei ist.} other {# bleiben, weil ihre Zeit vorbei ist.}}",
  },
  result: {
    en:
      "{moved, plural, =0 {No appointment is moved.} one {# appointment is moved.} other {# appointments are moved.}} {left, plural, =0 {} one {# could not be placed.} other {# could not be placed.}}",
    de:
      "{moved, plural, =0 {Kein Termin ist verschoben.} one {# Termin ist verschoben.} other {# Termine sind verschoben.}} {left, plural, =0 {} other {# ohne freien Platz.}}",
  },
  moves: { en: "Appointments and their new places", de: "Termine und ihre neuen Plätze" },
  unplaced: { en: "Without a free time", de: "Ohne freie Zeit" },
  unplacedHelp: {
    en: "Nobody of the department is free at a bookable time within 30 days. Call these people.",
    de:
      "In der Abteilung ist innerhalb von 30 Tagen zu keiner buchbaren Zeit jemand frei. Rufen Sie diese Personen an.",
  },
  name: { en: "Name", de: "Name" },
  was: { en: "Time", de: "Zeit" },
  now: { en: "New", de: "Neu" },
  sameTime: { en: "same time, {worker}", de: "gleiche Zeit, {worker}" },
  otherTime: { en: "{time}, {worker}", de: "{time}, {worker}" },
  phone: { en: "Phone", de: "Telefon" },
  act: {
    en: "{count, plural, =0 {Note as ill} one {Move # appointment} other {Move # appointments}}",
    de:
      "{count, plural, =0 {Als krank eintragen} one {# Termin verschieben} other {# Termine verschieben}}",
  },
  cancel: { en: "Cancel", de: "Abbrechen" },
  done: { en: "Done", de: "Fertig" },
  undoAll: { en: "Undo all", de: "Alles rückgängig" },
  toast: {
    en:
      "{count, plural, =0 {The absence of {name} is entered} one {# appointment of {name} is moved} other {# appointments of {name} are moved}}",
    de:
      "{count, plural, =0 {Die Abwesenheit von {name} ist eingetragen} one {# Termin von {name} ist verschoben} other {# Termine von {name} sind verschoben}}",
  },
  undone: {
    en:
      "{count, plural, =0 {The absence of {name} is removed} one {# appointment is back with {name}} other {# appointments are back with {name}}}",
    de:
      "{count, plural, =0 {Die Abwesenheit von {name} ist entfernt} one {# Termin ist wieder bei {name}} other {# Termine sind wieder bei {name}}}",
  },
  notBack: {
    en:
      "{count, plural, one {# appointment stays where it is: {reason}} other {# appointments stay where they are. The first one: {reason}}}",
    de:
      "{count, plural, one {# Termin bleibt, wo er ist: {reason}} other {# Termine bleiben, wo sie sind. Der erste: {reason}}}",
  },
  changed: { en: "it has changed", de: "er hat sich geändert" },
});
