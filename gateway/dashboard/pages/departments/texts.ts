import { labelsOf } from "../../../../core/audit/field_catalogue.ts";
import { departmentFields } from "../../../../core/departments/department_fields.ts";
import { personLinkTexts, queueRuleFields } from "../../../../core/visits/queue_rule_fields.ts";
import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Departments", de: "Abteilungen" },
  lead: { en: "Where people book appointments", de: "Hier werden Termine gebucht" },
  department: { en: "Department", de: "Abteilung" },
  all: { en: "All departments", de: "Alle Abteilungen" },
  settings: { en: "Department settings", de: "Einstellungen der Abteilung" },
  none: { en: "No departments yet", de: "Noch keine Abteilungen" },
  noneHelp: {
    en: "Create a department to start booking appointments.",
    de: "Legen Sie eine Abteilung an, um Termine zu buchen.",
  },
  first: {
    en:
      "These are the first {max, number} departments. To open another one, go to /departments/ID.",
    de:
      "Das sind die ersten {max, number} Abteilungen. Eine andere öffnen Sie unter /departments/NUMMER.",
  },
  status: { en: "Status", de: "Status" },
  isBookable: { en: "Bookable", de: "Buchbar" },
  notBookable: { en: "Not bookable", de: "Nicht buchbar" },
  slotsText: {
    en: "{minutes, number} min, {count, number} per slot",
    de: "{minutes, number} Min., {count, number} je Zeitfenster",
  },
  actions: { en: "Actions", de: "Aktionen" },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Saved", de: "Gespeichert" },
  cancel: { en: "Cancel", de: "Abbrechen" },
  remove: { en: "Remove", de: "Entfernen" },
  done: { en: "Done", de: "Fertig" },
  tab: {
    hours: { en: "Hours", de: "Öffnungszeiten" },
    closures: { en: "Closures", de: "Schließtage" },
    slots: { en: "Slots", de: "Zeitfenster" },
    workers: { en: "Staff", de: "Mitarbeitende" },
    queue: { en: "Queue", de: "Warteschlange" },
    general: { en: "General", de: "Allgemein" },
    preview: { en: "Preview", de: "Vorschau" },
  },
  field: labelsOf(departmentFields),
  workingHoursHelp: {
    en: "Only for people to read. The Hours tab decides when slots can be booked.",
    de: "Nur zum Lesen. Wann gebucht werden kann, bestimmt der Reiter „Öffnungszeiten“.",
  },
  isActiveHelp: {
    en: "When off, the department is hidden and can’t be booked. Existing appointments stay.",
    de: "Ausgeschaltet ist die Abteilung verborgen und nicht buchbar. Bestehende Termine bleiben.",
  },
  slots: {
    minutes: { en: "min", de: "Min." },
    days: { en: "days", de: "Tage" },
    capacityHelp: {
      en: "A lower number changes no existing appointment.",
      de: "Eine kleinere Zahl ändert keinen bestehenden Termin.",
    },
    offsetHelp: {
      en:
        "Shifts the slots after midnight. Example: with 15, slots of 30 minutes start at :15 and :45.",
      de:
        "Verschiebt die Zeitfenster ab Mitternacht. Beispiel: Mit 15 beginnen Zeitfenster von 30 Minuten um :15 und :45.",
    },
    workerHelp: {
      en: "A staff member takes one appointment per slot, so free staff limit the free places.",
      de:
        "Eine mitarbeitende Person übernimmt einen Termin je Zeitfenster. Freie Mitarbeitende begrenzen also die freien Plätze.",
    },
    notice: { en: "Minimum notice", de: "Mindestvorlauf" },
    noticeHelp: { en: "Leave empty for none.", de: "Leer: kein Vorlauf." },
    ahead: { en: "Book up to … days ahead", de: "Höchstens … Tage im Voraus" },
    aheadHelp: { en: "Leave empty for no limit.", de: "Leer: ohne Grenze." },
    refusePast: { en: "Block past times", de: "Vergangene Zeiten sperren" },
  },
  window: {
    none: { en: "No limit", de: "Ohne Grenze" },
    notice: {
      en: "at least {minutes, number} min notice",
      de: "mindestens {minutes, number} Min. Vorlauf",
    },
    ahead: { en: "up to {days, number} days ahead", de: "bis zu {days, number} Tage im Voraus" },
  },
  hours: {
    limit: { en: "Limit to opening hours", de: "Auf Öffnungszeiten begrenzen" },
    limitHelp: {
      en: "When off, the department is always open, except on closures.",
      de: "Ausgeschaltet ist die Abteilung immer geöffnet, außer an Schließtagen.",
    },
    always: { en: "Always open", de: "Immer geöffnet" },
    never: { en: "Never open", de: "Nie geöffnet" },
    closed: { en: "Closed", de: "Geschlossen" },
    opens: { en: "{day} opens", de: "{day} öffnet" },
    closes: { en: "{day} closes", de: "{day} schließt" },
    remove: {
      en: "Remove {opens} to {closes} on {day}",
      de: "{opens} bis {closes} am {day} entfernen",
    },
    add: { en: "Add hours on {day}", de: "Zeiten am {day} hinzufügen" },
    missing: { en: "enter both times", de: "Geben Sie beide Zeiten ein" },
    order: {
      en: "opening time must be before closing time",
      de: "Die Öffnung muss vor der Schließung liegen",
    },
    untilNextDay: { en: "Until {closes} on {day}", de: "Bis {closes} am {day}" },
    overlap: {
      en: "opening hours must not overlap",
      de: "Die Zeiten dürfen sich nicht überschneiden",
    },
    fault: { en: "{day}: {fault}.", de: "{day}: {fault}." },
    copyMonday: { en: "Copy Monday to Tue–Fri", de: "Montag auf Di–Fr übertragen" },
    replaces: {
      en: "This replaces the hours of {days}.",
      de: "Das ersetzt die Zeiten von {days}.",
    },
    replace: { en: "Replace hours", de: "Zeiten ersetzen" },
  },
  closures: {
    lead: {
      en:
        "Nobody can book on these dates. Existing appointments stay until you move or cancel them.",
      de:
        "An diesen Tagen kann niemand buchen. Bestehende Termine bleiben, bis Sie sie verschieben oder absagen.",
    },
    none: { en: "No closures", de: "Keine Schließtage" },
    dates: { en: "Dates", de: "Tage" },
    reason: { en: "Reason", de: "Grund" },
    reasonHelp: {
      en: "Shown to callers who ask for these dates.",
      de: "Wird angezeigt, wenn jemand nach diesen Tagen fragt.",
    },
    from: { en: "From", de: "Von" },
    to: { en: "To", de: "Bis" },
    toHelp: { en: "Leave empty for one day.", de: "Leer: nur ein Tag." },
    add: { en: "Add closure", de: "Schließtag hinzufügen" },
    added: { en: "Closure added", de: "Schließtag hinzugefügt" },
    removed: { en: "Closure removed", de: "Schließtag entfernt" },
    removeOf: { en: "Remove the closure {dates}", de: "Schließtag {dates} entfernen" },
  },
  close: {
    chooseFirst: { en: "Choose a department first", de: "Zuerst eine Abteilung wählen" },
    open: { en: "Close office", de: "Büro schließen" },
    title: { en: "Close the office", de: "Büro schließen" },
    all: { en: "All departments ({count, number})", de: "Alle Abteilungen ({count, number})" },
    choose: { en: "Departments", de: "Abteilungen" },
    closeAll: { en: "Close all departments", de: "Alle Abteilungen schließen" },
    closeChosen: {
      en:
        "{count, plural, =0 {Choose departments} one {Close # department} other {Close # departments}}",
      de:
        "{count, plural, =0 {Abteilungen wählen} one {# Abteilung schließen} other {# Abteilungen schließen}}",
    },
  },
  holidays: {
    open: { en: "Public holidays", de: "Feiertage" },
    title: { en: "Close on public holidays", de: "An Feiertagen schließen" },
    lead: {
      en:
        "All departments close on the ticked days. Existing appointments stay until you move or cancel them. Each department lists the days under Closures, where you can remove them. Holidays after the next year are entered by themselves.",
      de:
        "Alle Abteilungen schließen an den gewählten Tagen. Bestehende Termine bleiben, bis Sie sie verschieben oder absagen. Jede Abteilung zeigt die Tage unter „Schließtage“, dort können Sie sie entfernen. Spätere Feiertage werden von selbst eingetragen.",
    },
    until: {
      en: "Holidays are entered until {date}.",
      de: "Feiertage sind bis {date} eingetragen.",
    },
    country: { en: "Country", de: "Land" },
    region: { en: "Region", de: "Region" },
    whole: { en: "Whole country", de: "Ganzes Land" },
    dates: { en: "Holidays of the next 12 months", de: "Feiertage der nächsten 12 Monate" },
    isClosed: { en: "already closed", de: "schon geschlossen" },
    booked: {
      en: "{count, plural, one {# appointment} other {# appointments}}",
      de: "{count, plural, one {# Termin} other {# Termine}}",
    },
    close: {
      en: "{count, plural, =0 {Save} one {Close on # day} other {Close on # days}}",
      de: "{count, plural, =0 {Speichern} one {An # Tag schließen} other {An # Tagen schließen}}",
    },
    entered: { en: "Holidays entered", de: "Feiertage eingetragen" },
  },
  affected: {
    cover: { en: "Give all to colleagues", de: "Alle an andere geben" },
    label: { en: "Affected appointments", de: "Betroffene Termine" },
    counting: { en: "Counting appointments …", de: "Termine werden gezählt …" },
    none: {
      en: "No scheduled appointments on these dates.",
      de: "Keine geplanten Termine an diesen Tagen.",
    },
    count: {
      en:
        "{count, plural, one {# scheduled appointment} other {# scheduled appointments}} on these dates.",
      de: "{count, plural, one {# geplanter Termin} other {# geplante Termine}} an diesen Tagen.",
    },
    stay: {
      en: "They stay until you move or cancel them.",
      de: "Sie bleiben, bis Sie sie verschieben oder absagen.",
    },
    time: { en: "Time", de: "Zeit" },
    department: { en: "Department", de: "Abteilung" },
    previous: { en: "Previous", de: "Zurück" },
    next: { en: "Next", de: "Weiter" },
  },
  queue: {
    ...labelsOf(queueRuleFields),
    arrives: { en: "A check-in notes the arrival", de: "Einchecken vermerkt die Ankunft" },
    completes: {
      en: "A check-in completes the appointment",
      de: "Einchecken schließt den Termin ab",
    },
    arrivesHelp: {
      en:
        "The person then waits on the page Queue until somebody calls them. When off, a check-in completes the appointment.",
      de:
        "Die Person wartet dann auf der Seite Warteschlange, bis sie aufgerufen wird. Ausgeschaltet erledigt das Einchecken den Termin.",
    },
    tolerance: { en: "Appointments first within", de: "Termine zuerst innerhalb von" },
    toleranceHelp: {
      en:
        "So many minutes around their time, people with an appointment go before the others. Who comes later waits by arrival.",
      de:
        "So viele Minuten um ihre Zeit gehen Personen mit Termin den anderen vor. Wer später kommt, wartet nach Ankunft.",
    },
    arrival: { en: "Check-in opens before the appointment", de: "Einchecken vor dem Termin ab" },
    arrivalHelp: {
      en:
        "People cannot check in earlier. Empty: on the day of the appointment, or two hours before it.",
      de: "Früher kann niemand einchecken. Leer: am Tag des Termins oder zwei Stunden vorher.",
    },
    goalHelp: {
      en: "On Queue, a person who has waited longer is marked. Empty: no goal.",
      de: "In der Warteschlange wird markiert, wer länger wartet. Leer: kein Ziel.",
    },
    dayEndHelp: {
      en:
        "If the department is open through midnight, the people who come before this time belong to the day before.",
      de:
        "Ist die Abteilung über Mitternacht geöffnet, gehören Personen, die vor dieser Uhrzeit kommen, zum Tag davor.",
    },
    maxCallsHelp: {
      en: "Nobody can be marked a no-show before.",
      de: "Vorher kann niemand so vermerkt werden.",
    },
    remindersHelp: {
      en:
        "Your application gets an event so many minutes before an appointment, at up to three times. Example: 1440, 120 for a day and two hours before.",
      de:
        "Ihre Anwendung erhält so viele Minuten vor einem Termin ein Ereignis, zu höchstens drei Zeiten. Beispiel: 1440, 120 für einen Tag und zwei Stunden vorher.",
    },
    waitlistHelp: {
      en:
        "A place that becomes free is held so long for the first person on the waiting list. Then it goes to the next one.",
      de:
        "Ein frei gewordener Platz wird der ersten Person der Warteliste so lange freigehalten. Danach erhält ihn die nächste.",
    },
    personLinkHelp: {
      en:
        "Your application can send each person a link to the own appointment (manageUrl). Choose what the person can do there.",
      de:
        "Ihre Anwendung kann jeder Person einen Link zum eigenen Termin senden (manageUrl). Wählen Sie, was die Person dort kann.",
    },
    links: personLinkTexts,
    personLinkMinutesHelp: {
      en: "Later, the person must contact the office. Example: 1440 for a day.",
      de: "Danach muss sich die Person an Sie wenden. Beispiel: 1440 für einen Tag.",
    },
    prioritiesHelp: {
      en: "One per line, such as “With a small child”. The first one is called first.",
      de: "Je Zeile einer, zum Beispiel „Mit Kleinkind“. Der erste wird zuerst aufgerufen.",
    },
  },
  workers: {
    ill: { en: "Ill", de: "Krank" },
    illOf: { en: "{name} is ill", de: "{name} ist krank" },
    required: {
      en: "Every booking needs a staff member.",
      de: "Jede Buchung braucht eine mitarbeitende Person.",
    },
    optional: {
      en: "A booking may name a staff member. You can make this required under Slots.",
      de:
        "Eine Buchung kann eine mitarbeitende Person nennen. Unter „Zeitfenster“ können Sie das zur Pflicht machen.",
    },
    switchHelp: {
      en: "Switch somebody off to stop new bookings for them, or enter when they are away.",
      de:
        "Schalten Sie jemanden aus, um neue Buchungen zu verhindern, oder tragen Sie Abwesenheiten ein.",
    },
    none: { en: "No staff yet", de: "Noch keine Mitarbeitenden" },
    takesBookings: { en: "Takes bookings", de: "Nimmt Buchungen an" },
    takesBookingsOf: { en: "{name} takes bookings", de: "{name} nimmt Buchungen an" },
    rename: { en: "Rename", de: "Umbenennen" },
    renameOf: { en: "Rename {name}", de: "{name} umbenennen" },
    new: { en: "New staff member", de: "Neue mitarbeitende Person" },
    add: { en: "Add staff member", de: "Mitarbeitende hinzufügen" },
    added: { en: "{name} added", de: "{name} hinzugefügt" },
  },
  shifts: {
    title: { en: "Hours", de: "Zeiten" },
    of: { en: "Hours of {name}", de: "Arbeitszeiten von {name}" },
    lead: {
      en:
        "Nobody can book {name} outside these hours. A day without hours follows the opening hours of the department. Existing appointments stay.",
      de:
        "Außerhalb dieser Zeiten kann niemand {name} buchen. Für Tage ohne Angabe gelten die Öffnungszeiten der Abteilung. Bestehende Termine bleiben.",
    },
    week: { en: "Week from {date}", de: "Woche ab {date}" },
    earlier: { en: "Previous week", de: "Vorige Woche" },
    later: { en: "Next week", de: "Nächste Woche" },
    copy: { en: "Copy last week", de: "Letzte Woche kopieren" },
    save: { en: "Save week", de: "Woche speichern" },
    saved: { en: "Hours of {name} saved", de: "Arbeitszeiten von {name} gespeichert" },
    asDepartment: { en: "As the department", de: "Wie die Abteilung" },
    asDepartmentOn: { en: "{day}: as the department", de: "{day}: wie die Abteilung" },
    dayOff: { en: "Day off", de: "Frei" },
    off: { en: "Day off", de: "Frei" },
    offOn: { en: "{day}: day off", de: "{day}: frei" },
    clear: { en: "Reset", de: "Zurücksetzen" },
    add: { en: "{day}: add hours", de: "{day}: Zeiten hinzufügen" },
    remove: { en: "{day}: remove {starts}–{ends}", de: "{day}: {starts}–{ends} entfernen" },
    starts: { en: "{day}: start", de: "{day}: Beginn" },
    ends: { en: "{day}: end", de: "{day}: Ende" },
    department: { en: "{day}: department", de: "{day}: Abteilung" },
    alsoIn: { en: "Also works in", de: "Arbeitet auch in" },
    alsoInHelp: {
      en: "There, only at the hours that you enter. So nobody is booked in two places at once.",
      de:
        "Dort nur zu den Zeiten, die Sie eintragen. So wird niemand an zwei Orten zugleich gebucht.",
    },
    nowIn: { en: "{name} added to the department", de: "{name} zur Abteilung hinzugefügt" },
  },
  absences: {
    title: { en: "Absences", de: "Abwesenheiten" },
    away: { en: "Away", de: "Abwesend" },
    andMore: { en: "{text} and {count, number} more", de: "{text} und {count, number} weitere" },
    of: { en: "Absences of {name}", de: "Abwesenheiten von {name}" },
    lead: {
      en: "Nobody can book {name} at these times. Existing appointments stay.",
      de: "Zu diesen Zeiten kann niemand {name} buchen. Bestehende Termine bleiben.",
    },
    none: { en: "No absences", de: "Keine Abwesenheiten" },
    removeOf: { en: "Remove the absence {text}", de: "Abwesenheit {text} entfernen" },
    hours: { en: "{dates}, {starts}–{ends}", de: "{dates}, {starts}–{ends}" },
    reasonHelp: { en: "Only your team sees it.", de: "Sieht nur Ihr Team." },
    allDay: { en: "All day", de: "Ganztägig" },
    starts: { en: "From time", de: "Ab Uhrzeit" },
    ends: { en: "To time", de: "Bis Uhrzeit" },
    add: { en: "Add absence", de: "Abwesenheit hinzufügen" },
    added: { en: "Absence added", de: "Abwesenheit hinzugefügt" },
  },
  preview: {
    date: { en: "Date", de: "Datum" },
    showAll: { en: "Show closed times", de: "Geschlossene Zeiten anzeigen" },
    closedFor: { en: "Closed: {reason}", de: "Geschlossen: {reason}" },
    closedDate: { en: "Closed on this date", de: "An diesem Tag geschlossen" },
    none: { en: "Closed on this day", de: "An diesem Tag geschlossen" },
    booked: { en: "{booked, number} booked", de: "{booked, number} gebucht" },
    full: {
      en: "Full, {booked, number} of {capacity, number} booked",
      de: "Voll, {booked, number} von {capacity, number} gebucht",
    },
    free: {
      en: "{free, number} of {capacity, number} free",
      de: "{free, number} von {capacity, number} frei",
    },
  },
  bookable: {
    title: {
      en: "This department can’t be booked yet",
      de: "Diese Abteilung ist noch nicht buchbar",
    },
    lead: {
      en: "Check its hours and slots first. Then make it bookable.",
      de: "Prüfen Sie zuerst Öffnungszeiten und Zeitfenster. Machen Sie sie dann buchbar.",
    },
    hours: { en: "Hours: {hours}", de: "Öffnungszeiten: {hours}" },
    action: { en: "Make bookable", de: "Buchbar machen" },
    done: { en: "The department is bookable", de: "Die Abteilung ist buchbar" },
  },
  new: {
    title: { en: "New department", de: "Neue Abteilung" },
    create: { en: "Create department", de: "Abteilung anlegen" },
    help: {
      en: "Next you set its opening hours. Nobody can book before you make it bookable.",
      de:
        "Als Nächstes legen Sie die Öffnungszeiten fest. Bis Sie sie buchbar machen, kann niemand buchen.",
    },
  },
});
