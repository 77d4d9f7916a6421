import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Settings", de: "Einstellungen" },
  signedInAs: { en: "Signed in as {email}", de: "Angemeldet als {email}" },
  organization: { en: "Organization", de: "Organisation" },
  name: { en: "Name", de: "Name" },
  timeZone: { en: "Time zone", de: "Zeitzone" },
  timeZoneHelp: {
    en: "Existing appointments keep their local time: 10:00 stays 10:00.",
    de: "Bestehende Termine behalten ihre Ortszeit: 10:00 bleibt 10:00.",
  },
  maxKeyDays: {
    en: "Maximum life of API keys (days)",
    de: "Höchste Laufzeit von API-Schlüsseln (Tage)",
  },
  maxKeyDaysHelp: {
    en:
      "New and extended keys must end within so many days. Existing keys stay as they are. Leave it empty for no maximum.",
    de:
      "Neue und verlängerte Schlüssel enden nach höchstens so vielen Tagen. Bestehende bleiben, wie sie sind. Ohne Zahl gibt es keine Grenze.",
  },
  maxKeyDaysFault: {
    en: "Enter a number from 1 to 3,650, or nothing",
    de: "Geben Sie eine Zahl von 1 bis 3.650 oder nichts ein",
  },
  noMaximum: { en: "No maximum", de: "Keine Grenze" },
  clock: { en: "The time there is {time}.", de: "Dort ist es jetzt {time}." },
  number: {
    en: "Organization ID {id}, created {date}",
    de: "Organisation Nr. {id}, angelegt am {date}",
  },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Saved", de: "Gespeichert" },
  factors: {
    title: { en: "Second factor", de: "Zweiter Faktor" },
    help: {
      en:
        "Whoever has one of these roles and no second factor can only add one after the next sign-in.",
      de:
        "Wer eine dieser Rollen und keinen zweiten Faktor hat, kann nach der nächsten Anmeldung nur einen hinzufügen.",
    },
    roles: { en: "Required for", de: "Verlangt für" },
  },
  retention: {
    title: { en: "Data of people", de: "Personendaten" },
    lead: {
      en:
        "After these days, data of people is removed for good, once a day. Numbers stay in all reports. Leave a field empty to keep the data.",
      de:
        "Nach diesen Tagen werden Personendaten endgültig entfernt, einmal am Tag. Die Zahlen bleiben in allen Berichten. Ohne Zahl bleiben die Daten.",
    },
    days: { en: "days", de: "Tage" },
    fields: {
      appointmentDays: { en: "Appointments", de: "Termine" },
      eventDays: { en: "Events and webhook deliveries", de: "Ereignisse und Webhook-Zustellungen" },
      usageDays: { en: "API calls", de: "API-Aufrufe" },
      auditDays: { en: "Audit log", de: "Protokoll" },
    },
    helps: {
      appointmentDays: {
        en:
          "Counted from the day of the appointment: name, phone number, reference, notes and reasons.",
        de: "Ab dem Tag des Termins: Name, Telefonnummer, Referenz, Notizen und Begründungen.",
      },
      eventDays: {
        en: "Name and phone number in the events that were sent.",
        de: "Name und Telefonnummer in den gesendeten Ereignissen.",
      },
      usageDays: {
        en: "The address and the program of the caller.",
        de: "Die Adresse und das Programm des Aufrufers.",
      },
      auditDays: {
        en:
          "Names, addresses and texts of changes. The log still has what was done, when, and by which number. Entries of an earlier version stay as they are.",
        de:
          "Namen, Adressen und Texte von Änderungen. Im Protokoll bleibt, was wann und unter welcher Nummer geschah. Einträge einer früheren Version bleiben, wie sie sind.",
      },
    },
    check: { en: "Check and save …", de: "Prüfen und speichern …" },
    confirmTitle: { en: "Save these rules?", de: "Diese Regeln speichern?" },
    confirm: {
      en: "The next run removes the data of people from these records. You cannot undo this.",
      de:
        "Der nächste Lauf entfernt die Personendaten aus diesen Einträgen. Das lässt sich nicht rückgängig machen.",
    },
    save: { en: "Save rules", de: "Regeln speichern" },
    kinds: {
      appointments: { en: "Appointments: {count}", de: "Termine: {count}" },
      visits: { en: "Visits without an appointment: {count}", de: "Besuche ohne Termin: {count}" },
      events: { en: "Events: {count}", de: "Ereignisse: {count}" },
      calls: { en: "API calls: {count}", de: "API-Aufrufe: {count}" },
      entries: { en: "Entries of the audit log: {count}", de: "Einträge im Protokoll: {count}" },
    },
    atLeast: { en: "{count} or more", de: "{count} oder mehr" },
    held: {
      en: "Appointments that stay because of a legal hold: {count}",
      de: "Termine, die wegen einer Löschsperre bleiben: {count}",
    },
    lastRun: { en: "Last run {at}. {counts}", de: "Letzter Lauf {at}. {counts}" },
    running: { en: "Running since {at}. {counts}", de: "Läuft seit {at}. {counts}" },
  },
  holds: {
    title: { en: "Legal holds", de: "Löschsperren" },
    help: {
      en: "The data of these people stays. Place a hold on the page with all visits of the person.",
      de:
        "Die Daten dieser Personen bleiben. Eine Löschsperre setzen Sie auf der Seite mit allen Besuchen der Person.",
    },
    none: { en: "No legal holds", de: "Keine Löschsperren" },
    person: { en: "Person", de: "Person" },
    reason: { en: "Reason", de: "Grund" },
    by: { en: "By", de: "Von" },
    since: { en: "Since", de: "Seit" },
    actions: { en: "Actions", de: "Aktionen" },
    lift: { en: "Lift", de: "Aufheben" },
    liftOf: { en: "Lift the legal hold on {name}", de: "Löschsperre für {name} aufheben" },
    liftTitle: {
      en: "Lift the legal hold on {name}?",
      de: "Löschsperre für {name} aufheben?",
    },
    liftHelp: {
      en: "Their data can be anonymized then, and the rules of the organization apply to it.",
      de: "Die Daten können dann anonymisiert werden, und die Regeln der Organisation gelten.",
    },
    lifted: { en: "Legal hold lifted", de: "Löschsperre aufgehoben" },
  },
  appearance: { en: "Appearance", de: "Darstellung" },
  theme: {
    label: { en: "Theme", de: "Farben" },
    system: { en: "System", de: "System" },
    light: { en: "Light", de: "Hell" },
    dark: { en: "Dark", de: "Dunkel" },
  },
  password: {
    title: { en: "Your password", de: "Ihr Passwort" },
    help: {
      en: "A change signs you out on all other devices.",
      de: "Eine Änderung meldet Sie auf allen anderen Geräten ab.",
    },
    changed: { en: "Password changed", de: "Passwort geändert" },
    current: { en: "Current password", de: "Aktuelles Passwort" },
    new: { en: "New password", de: "Neues Passwort" },
    newHelp: {
      en: "12 to 128 characters. A few random words make a good password.",
      de: "12 bis 128 Zeichen. Ein paar zufällige Wörter ergeben ein gutes Passwort.",
    },
    repeat: { en: "Repeat the new password", de: "Neues Passwort wiederholen" },
    differ: { en: "Passwords don't match", de: "Die Passwörter stimmen nicht überein" },
    change: { en: "Change password", de: "Passwort ändern" },
  },
});
