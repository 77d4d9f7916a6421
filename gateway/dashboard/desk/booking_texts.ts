import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  title: { en: "New appointment", de: "Neuer Termin" },
  bookedTitle: { en: "Appointment booked", de: "Termin gebucht" },
  name: { en: "Name", de: "Name" },
  phone: { en: "Phone (optional)", de: "Telefon (optional)" },
  email: { en: "E-mail (optional)", de: "E-Mail (optional)" },
  reference: { en: "Reference (optional)", de: "Referenz (optional)" },
  otherPerson: { en: "For another person now", de: "Jetzt für eine andere Person" },
  otherPersonHelp: {
    en: "The earlier person's link stops working. Check the e-mail address: it gets the new link.",
    de:
      "Der Link der früheren Person funktioniert nicht mehr. Prüfen Sie die E-Mail-Adresse: Sie erhält den neuen Link.",
  },
  department: { en: "Department", de: "Abteilung" },
  worker: { en: "Staff member", de: "Mitarbeitende" },
  anyone: { en: "Anyone available", de: "Beliebig" },
  busyUntil: { en: "{name} – not free until {when}", de: "{name} – nicht frei bis {when}" },
  busyLong: { en: "{name} – not free", de: "{name} – nicht frei" },
  earlierVisits: { en: "Earlier visits", de: "Frühere Besuche" },
  lastVisit: { en: "{date}, {department}", de: "{date}, {department}" },
  times: { en: "Times", de: "Zeiten" },
  time: { en: "Time", de: "Uhrzeit" },
  today: { en: "Today", de: "Heute" },
  jump: { en: "Show from", de: "Anzeigen ab" },
  earlierDays: { en: "Earlier days", de: "Frühere Tage" },
  laterDays: { en: "Later days", de: "Spätere Tage" },
  nextFree: { en: "Next free", de: "Nächste freie Zeit" },
  noneSoon: {
    en: "No free time in the next 31 days",
    de: "In den nächsten 31 Tagen ist nichts frei",
  },
  searchFailed: {
    en: "The search for a free time failed. Try again.",
    de: "Die Suche nach einer freien Zeit ist fehlgeschlagen. Versuchen Sie es noch einmal.",
  },
  enterAgain: {
    en: "Nothing is saved yet. Press Enter again.",
    de: "Noch ist nichts gespeichert. Drücken Sie noch einmal die Eingabetaste.",
  },
  looksLikeCode: {
    en: "“{name}” looks like a scanned code. If it is right, press Enter again.",
    de:
      "„{name}“ sieht wie ein gescannter Code aus. Wenn es richtig ist, drücken Sie noch einmal die Eingabetaste.",
  },
  loading: { en: "Loading times …", de: "Zeiten werden geladen …" },
  noneThisWeek: {
    en: "No free time in these {days} days.",
    de: "In diesen {days} Tagen ist nichts frei.",
  },
  slot: { en: "{time}, {count} free, {day}", de: "{time}, {count} frei, {day}" },
  slotNow: {
    en: "{time}, {count} free, {day}, running now",
    de: "{time}, {count} frei, {day}, läuft jetzt",
  },
  slotOutside: {
    en: "{time}, {count} free, {day}, outside the booking window",
    de: "{time}, {count} frei, {day}, außerhalb des Buchungszeitraums",
  },
  free: { en: "{count} free", de: "{count} frei" },
  workerFree: { en: "free", de: "frei" },
  now: { en: "now", de: "jetzt" },
  full: { en: "full", de: "voll" },
  busy: { en: "busy", de: "belegt" },
  closed: { en: "closed", de: "geschlossen" },
  legend: {
    free: { en: "free", de: "frei" },
    outside: { en: "outside the booking window", de: "außerhalb des Buchungszeitraums" },
    full: { en: "full", de: "voll" },
    closed: { en: "closed", de: "geschlossen" },
  },
  workerBusy: {
    en: "This staff member is not free at {time}.",
    de: "Diese Person ist um {time} nicht frei.",
  },
  taken: { en: "{time} is no longer free. {reason}", de: "{time} ist nicht mehr frei. {reason}" },
  takeNext: { en: "Take {when}", de: "{when} nehmen" },
  early: {
    title: { en: "Complete {name} before its day?", de: "{name} vor dem Termin erledigen?" },
    lead: {
      en: "The appointment is on {day}, {time}. Complete it only if the person was served already.",
      de:
        "Der Termin ist am {day}, {time}. Erledigen Sie ihn nur, wenn die Person schon bedient wurde.",
    },
    reason: { en: "Reason", de: "Grund" },
    help: {
      en: "It is kept in the audit log until the appointment is anonymized. Do not name a person.",
      de: "Er bleibt im Protokoll, bis der Termin anonymisiert wird. Nennen Sie keine Person.",
    },
    action: { en: "Mark as completed", de: "Als erledigt markieren" },
  },
  overrideReason: {
    en: "Reason for booking outside the booking window",
    de: "Grund für die Buchung außerhalb des Buchungszeitraums",
  },
  overrideHelp: {
    en:
      "{problem}. The reason is kept in the audit log until the appointment is anonymized. Do not name a person.",
    de:
      "{problem}. Der Grund bleibt im Protokoll, bis der Termin anonymisiert wird. Nennen Sie keine Person.",
  },
  note: { en: "Note (optional)", de: "Notiz (optional)" },
  noteTitle: { en: "Note", de: "Notiz" },
  noteHelp: { en: "For staff only", de: "Nur für das Team" },
  addNote: { en: "Add note", de: "Notiz hinzufügen" },
  editNote: { en: "Edit note", de: "Notiz bearbeiten" },
  noCredits: {
    en: "You’re out of credits, so nothing can be booked. Ask your system administrator for more.",
    de:
      "Ihr Guthaben ist aufgebraucht, daher kann nichts gebucht werden. Fragen Sie Ihre Systemverwaltung.",
  },
  noTestCredits: {
    en:
      "You’re out of test credits, so nothing can be booked. Ask your system administrator for more.",
    de:
      "Ihr Testguthaben ist aufgebraucht, daher kann nichts gebucht werden. Fragen Sie Ihre Systemverwaltung.",
  },
  costs: { en: "Uses 1 credit, {left} left", de: "Kostet 1 Credit, {left} übrig" },
  costsTest: { en: "Uses 1 test credit, {left} left", de: "Kostet 1 Test-Credit, {left} übrig" },
  daysAreOver: { en: "Earlier days are over", de: "Frühere Tage sind vorbei" },
  chooseTime: { en: "Choose a time", de: "Zeit wählen" },
  book: { en: "Book {day}, {time}", de: "{day}, {time} buchen" },
  isBooked: {
    en: "{name} is booked for {day}, {time}.",
    de: "{name} ist für {day}, {time} gebucht.",
  },
  ticket: { en: "Ticket", de: "Terminzettel" },
  ticketNumber: { en: "No. {id}", de: "Nr. {id}" },
  code: { en: "Code for check-in", de: "Code zum Einchecken" },
  shortNumber: { en: "Number for check-in", de: "Nummer zum Einchecken" },
  another: { en: "Book another", de: "Weiteren buchen" },
  print: { en: "Print ticket", de: "Terminzettel drucken" },
  checkInNow: { en: "Check in now", de: "Jetzt einchecken" },
  done: { en: "Done", de: "Fertig" },
  close: { en: "Close", de: "Schließen" },
  noDepartment: {
    en: "There is no department in which an appointment can be booked.",
    de: "Es gibt keine Abteilung, in der ein Termin gebucht werden kann.",
  },
  noDepartmentAdmin: {
    en: "Create a department first, or make one bookable.",
    de: "Legen Sie zuerst eine Abteilung an, oder machen Sie eine buchbar.",
  },
  noDepartmentStaff: {
    en: "Ask an administrator of your organization to create one.",
    de: "Bitten Sie die Verwaltung Ihrer Organisation, eine anzulegen.",
  },
  toDepartments: { en: "Go to departments", de: "Zu den Abteilungen" },
  moveTitle: { en: "Move {name}", de: "{name} verschieben" },
  current: {
    en: "Currently {day} at {time}, {department}.",
    de: "Bisher {day} um {time}, {department}.",
  },
  currentWith: {
    en: "Currently {day} at {time}, {department} with {worker}.",
    de: "Bisher {day} um {time}, {department} bei {worker}.",
  },
  moveIsFree: { en: "Moving costs no credit.", de: "Verschieben kostet keinen Credit." },
  moveTo: { en: "Move to {day}, {time}", de: "Auf {day}, {time} verschieben" },
  isMoved: {
    en: "{name} is moved to {day}, {time}",
    de: "{name} ist auf {day}, {time} verschoben",
  },
  cancelTitle: { en: "Cancel this appointment?", de: "Diesen Termin absagen?" },
  cancelAction: { en: "Cancel and refund 1 credit", de: "Absagen und 1 Credit erstatten" },
  keep: { en: "Keep appointment", de: "Termin behalten" },
  cancelWhat: {
    en: "<b>{name}</b>, {day} at {time}, {department}.",
    de: "<b>{name}</b>, {day} um {time}, {department}.",
  },
  cancelRefund: {
    en: "1 credit is refunded ({before} → {after}).",
    de: "1 Credit wird erstattet ({before} → {after}).",
  },
  cancelRefundTest: {
    en: "1 test credit is refunded ({before} → {after}).",
    de: "1 Test-Credit wird erstattet ({before} → {after}).",
  },
  cancelPlace: { en: "The place becomes free immediately.", de: "Der Platz wird sofort frei." },
  cancelUndo: {
    en: "You can undo this for 10 minutes, while the place is free.",
    de: "Das lässt sich 10 Minuten lang rückgängig machen, solange der Platz frei ist.",
  },
  cancelReason: { en: "Reason (optional)", de: "Grund (freiwillig)" },
  cancelReasonHelp: {
    en:
      "Your application receives it too, and your mails to the person may have it. It is removed when the visit is anonymized.",
    de:
      "Ihre Anwendung erhält ihn auch, und Ihre E-Mails an die Person können ihn enthalten. Er wird entfernt, wenn der Besuch anonymisiert wird.",
  },
  isCancelled: {
    en: "{name}’s appointment is cancelled, 1 credit refunded",
    de: "Der Termin von {name} ist abgesagt, 1 Credit erstattet",
  },
  isCancelledTest: {
    en: "{name}’s appointment is cancelled, 1 test credit refunded",
    de: "Der Termin von {name} ist abgesagt, 1 Test-Credit erstattet",
  },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Changes saved", de: "Änderungen gespeichert" },
});
