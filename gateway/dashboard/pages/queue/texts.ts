import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Queue", de: "Warteschlange" },
  lead: { en: "{day}, {time}", de: "{day}, {time}" },
  addWalkIn: { en: "Walk-in", de: "Ohne Termin" },
  walkInName: { en: "Walk-in", de: "Ohne Termin" },
  number: { en: "Number {number}", de: "Nummer {number}" },
  numberWord: { en: "Number", de: "Nummer" },
  columns: {
    waiting: { en: "Waiting", de: "Wartend" },
    called: { en: "Called", de: "Aufgerufen" },
    inService: { en: "In service", de: "Wird bedient" },
    ended: { en: "Finished", de: "Erledigt" },
    left: { en: "Not ended on earlier days", de: "An früheren Tagen nicht beendet" },
  },
  empty: {
    departments: {
      en: "No department is open. Make one bookable under Departments.",
      de: "Keine Abteilung ist geöffnet. Machen Sie eine unter Abteilungen buchbar.",
    },
    waiting: { en: "Nobody is waiting", de: "Niemand wartet" },
    called: { en: "Nobody called yet", de: "Noch niemand aufgerufen" },
    inService: { en: "Nobody is in service", de: "Niemand wird bedient" },
    ended: { en: "Nobody yet today", de: "Heute noch niemand" },
  },
  figures: {
    label: { en: "The queue now", de: "Die Warteschlange jetzt" },
    waiting: { en: "Waiting", de: "Wartend" },
    longest: { en: "Longest wait", de: "Längste Wartezeit" },
    counters: { en: "Open counters", de: "Offene Schalter" },
    estimate: { en: "Wait from now", de: "Wartezeit ab jetzt" },
    nobody: { en: "none", de: "keine" },
    unknown: { en: "not known", de: "nicht bekannt" },
    about: { en: "about {time}", de: "etwa {time}" },
    range: { en: "{from} to {to}", de: "{from} bis {to}" },
  },
  overGoal: { en: "Over {minutes} min", de: "Über {minutes} Min." },
  leftHelp: {
    en: "They are not called any more. Open each one and finish it, or mark that the person left.",
    de:
      "Sie werden nicht mehr aufgerufen. Öffnen Sie jeden Eintrag und beenden Sie ihn, oder vermerken Sie, dass die Person gegangen ist.",
  },
  showAll: { en: "Show all {count, number}", de: "Alle {count, number} anzeigen" },
  latestEnded: {
    en: "The last {count, number} of {all, number}",
    de: "Die letzten {count, number} von {all, number}",
  },
  card: {
    WAITING: { en: "Waiting for {time}", de: "Wartet seit {time}" },
    CALLED: {
      en: "Called to counter {desk}, {calls, plural, one {# call} other {# calls}}",
      de: "Aufgerufen zu Schalter {desk}, {calls, plural, one {# Aufruf} other {# Aufrufe}}",
    },
    IN_SERVICE: {
      en: "In service at counter {desk} for {time}",
      de: "Wird seit {time} an Schalter {desk} bedient",
    },
    calledAgo: { en: "Called {time} ago", de: "Vor {time} aufgerufen" },
    calls: {
      en: "Counter {desk}, {calls, plural, one {# call} other {# calls}}",
      de: "Schalter {desk}, {calls, plural, one {# Aufruf} other {# Aufrufe}}",
    },
    waited: { en: "Waited {time}", de: "Wartete {time}" },
    served: {
      en: "Waited {waited}, in service for {handled}",
      de: "Wartete {waited}, wurde {handled} bedient",
    },
    due: { en: "appointment {time}", de: "Termin {time}" },
    on: { en: "on {day}", de: "am {day}" },
  },
  outcome: {
    SERVED: { en: "Served", de: "Erledigt" },
    LEFT: { en: "Left without service", de: "Ohne Bedienung gegangen" },
    NO_SHOW: { en: "No-show", de: "Nicht erschienen" },
    CANCELLED: { en: "Mistake", de: "Irrtum" },
  },
  state: {
    WAITING: { en: "Waiting", de: "Wartet" },
    CALLED: { en: "Called", de: "Aufgerufen" },
    IN_SERVICE: { en: "In service", de: "Wird bedient" },
    ENDED: { en: "Finished", de: "Erledigt" },
  },
  priority: { en: "Priority", de: "Vorrang" },
  note: { en: "Note", de: "Notiz" },
  noteHelp: {
    en: "For your team. It is deleted when the visit ends.",
    de: "Für Ihr Team. Sie wird gelöscht, wenn der Besuch endet.",
  },
  noPriority: { en: "None", de: "Keiner" },
  counter: {
    label: { en: "My counter", de: "Mein Schalter" },
    name: { en: "Counter {desk}", de: "Schalter {desk}" },
    none: {
      en: "Choose your counter to start calling.",
      de: "Wählen Sie Ihren Schalter, um Personen aufzurufen.",
    },
    set: { en: "Choose counter", de: "Schalter wählen" },
    change: { en: "Change counter", de: "Schalter ändern" },
    title: { en: "My counter", de: "Mein Schalter" },
    desk: { en: "Counter", de: "Schalter" },
    deskHelp: {
      en: "As people read it on the screen, such as 4 or B12.",
      de: "So, wie es auf dem Bildschirm steht, zum Beispiel 4 oder B12.",
    },
    worker: { en: "Staff member", de: "Mitarbeitende" },
    workerHelp: {
      en: "Reports count the visits for this person.",
      de: "Berichte zählen die Besuche für diese Person.",
    },
    nobody: { en: "Not set", de: "Nicht festgelegt" },
    departments: { en: "Departments", de: "Abteilungen" },
    departmentsHelp: {
      en: "“Call next” calls from these. Leave empty for all.",
      de: "„Nächste Person“ ruft aus diesen auf. Leer: aus allen.",
    },
    save: { en: "Save", de: "Speichern" },
    next: {
      en: "Next: number {number}, {who}, waiting for {time}",
      de: "Als Nächstes: Nummer {number}, {who}, wartet seit {time}",
    },
    nobodyWaits: {
      en: "Nobody is waiting in your departments",
      de: "In Ihren Abteilungen wartet niemand",
    },
    atCalled: {
      en: "Called {time} ago, {calls, plural, one {# call} other {# calls}}",
      de: "Vor {time} aufgerufen, {calls, plural, one {# Aufruf} other {# Aufrufe}}",
    },
    atService: {
      en: "In service for {time}",
      de: "Wird seit {time} bedient",
    },
  },
  action: {
    callNext: { en: "Call next", de: "Nächste Person" },
    call: { en: "Call", de: "Aufrufen" },
    callNumber: { en: "Call number {number}", de: "Nummer {number} aufrufen" },
    again: { en: "Call again", de: "Erneut aufrufen" },
    start: { en: "Start", de: "Beginnen" },
    finish: { en: "Finish", de: "Erledigt" },
    miss: { en: "No-show", de: "Nicht erschienen" },
    missLater: {
      en: "No-show after {count, plural, one {# more call} other {# more calls}}",
      de: "Nicht erschienen: noch {count, plural, one {# Aufruf} other {# Aufrufe}}",
    },
    leave: { en: "Left without service", de: "Ohne Bedienung gegangen" },
    cancel: { en: "Added by mistake", de: "War ein Irrtum" },
    back: { en: "Return to queue", de: "Zurück in die Schlange" },
    transfer: { en: "Transfer", de: "Weiterleiten" },
    ticket: { en: "Print ticket", de: "Wartenummer drucken" },
  },
  done: {
    called: {
      en: "Number {number} is called to counter {desk}",
      de: "Nummer {number} ist zu Schalter {desk} aufgerufen",
    },
    again: {
      en: "Number {number} is called again, call {calls, number}",
      de: "Nummer {number} ist erneut aufgerufen, Aufruf {calls, number}",
    },
    start: { en: "Number {number} is in service", de: "Nummer {number} wird bedient" },
    finish: { en: "Number {number} is finished", de: "Nummer {number} ist erledigt" },
    miss: { en: "Number {number} is a no-show", de: "Nummer {number} ist nicht erschienen" },
    leave: { en: "Number {number} has left", de: "Nummer {number} ist gegangen" },
    cancel: { en: "Number {number} removed", de: "Nummer {number} entfernt" },
    back: { en: "Number {number} is waiting again", de: "Nummer {number} wartet wieder" },
    transfer: {
      en: "Ticket {number} · {department}",
      de: "Wartenummer {number} · {department}",
    },
    saved: { en: "Saved", de: "Gespeichert" },
  },
  nobodyToCall: {
    en: "Nobody is waiting in your departments",
    de: "In Ihren Abteilungen wartet niemand",
  },
  stillRunning: {
    en: "The last action is still running. Try again in a moment.",
    de: "Die letzte Aktion läuft noch. Versuchen Sie es gleich noch einmal.",
  },
  nobodyHere: {
    en: "Nobody is at your counter. Call somebody first.",
    de: "An Ihrem Schalter ist niemand. Rufen Sie zuerst jemanden auf.",
  },
  alreadyStarted: {
    en: "Number {number} is in service already",
    de: "Nummer {number} wird schon bedient",
  },
  callFirst: {
    en:
      "Call {number} {count, plural, one {once more} other {# more times}} before marking a no-show",
    de:
      "Rufen Sie {number} noch {count, plural, one {einmal} other {#-mal}} auf, bevor Sie „Nicht erschienen“ vermerken",
  },
  panel: {
    unchanged: { en: "Nothing was changed", de: "Nichts wurde geändert" },
    chooseDepartment: { en: "Choose a department first", de: "Zuerst eine Abteilung wählen" },
    department: { en: "Department", de: "Abteilung" },
    appointment: { en: "Appointment", de: "Termin" },
    arrived: { en: "Arrived", de: "Angekommen" },
    calledAt: { en: "First call", de: "Erster Aufruf" },
    startedAt: { en: "Service began", de: "Beginn" },
    endedAt: { en: "Ended", de: "Ende" },
    estimate: { en: "Estimated wait", de: "Voraussichtliche Wartezeit" },
    counter: { en: "Counter", de: "Schalter" },
    noteChanged: {
      en: "Somebody else has changed the note meanwhile. Saving replaces: “{note}”",
      de: "Jemand hat die Notiz inzwischen geändert. Speichern ersetzt: „{note}“",
    },
    save: { en: "Save", de: "Speichern" },
    transferTitle: {
      en: "Transfer to another department",
      de: "An eine andere Abteilung weiterleiten",
    },
    transferTo: { en: "Department", de: "Abteilung" },
    transferHelp: { en: "The person keeps the number.", de: "Die Person behält ihre Nummer." },
    transferMoved: {
      en: "The appointment was moved to {department}. The person keeps the number.",
      de: "Der Termin wurde zu {department} verschoben. Die Person behält ihre Nummer.",
    },
    movedWithin: {
      en:
        "The appointment was moved to {time}. The visit completes it only if the person is waiting for the new time.",
      de:
        "Der Termin wurde auf {time} verschoben. Der Besuch erledigt ihn nur, wenn die Person auf die neue Zeit wartet.",
    },
    notYet: { en: "It is too early to wait for {time}", de: "Für {time} ist es noch zu früh" },
    waitFor: { en: "Wait for {time}", de: "Auf {time} warten" },
  },
  walkIn: {
    title: { en: "Add a walk-in", de: "Person ohne Termin" },
    department: { en: "Department", de: "Abteilung" },
    add: { en: "Add to queue", de: "In die Schlange" },
    ahead: {
      en: "{count, plural, =0 {Nobody waiting.} other {# waiting.}}",
      de: "{count, plural, =0 {Niemand wartet.} one {# Person wartet.} other {# Personen warten.}}",
    },
    estimate: {
      en: "{minutes, plural, =0 {No wait.} other {About {time} to wait.}}",
      de: "{minutes, plural, =0 {Keine Wartezeit.} other {Etwa {time} Wartezeit.}}",
    },
    unknown: {
      en: "The wait is not known yet: too few people were served today.",
      de: "Die Wartezeit ist noch nicht bekannt: Heute wurden zu wenige Personen bedient.",
    },
    wrongBy: {
      en: "Today’s estimates were wrong by {minutes, number} min in the median.",
      de: "Die Schätzungen von heute lagen im Median um {minutes, number} Min. daneben.",
    },
    added: {
      en: "Ticket {number} · {department}",
      de: "Wartenummer {number} · {department}",
    },
    another: { en: "Add another", de: "Weitere Person" },
    print: { en: "Print ticket", de: "Wartenummer drucken" },
    done: { en: "Done", de: "Fertig" },
  },
  ticket: {
    label: { en: "Ticket", de: "Wartenummer" },
    arrived: { en: "{day}, {time}", de: "{day}, {time}" },
    estimate: {
      en: "{minutes, plural, =0 {You are called soon} other {About {time} to wait}}",
      de: "{minutes, plural, =0 {Sie werden bald aufgerufen} other {Etwa {time} Wartezeit}}",
    },
    code: { en: "Your place in the queue", de: "Ihr Platz in der Schlange" },
    scan: {
      en: "Scan the code to see your place in the queue.",
      de: "Scannen Sie den Code, um Ihren Platz in der Schlange zu sehen.",
    },
  },
  more: {
    label: { en: "More", de: "Mehr" },
    shortcuts: { en: "Keyboard shortcuts", de: "Tastenkürzel" },
    scanner: { en: "Set up scanner", de: "Scanner einrichten" },
  },
});
