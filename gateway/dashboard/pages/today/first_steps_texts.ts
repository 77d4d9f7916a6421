import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "First steps", de: "Erste Schritte" },
  lead: {
    en: "Your office is ready when these are done. What is optional can wait.",
    de: "Danach ist Ihr Büro bereit. Was optional ist, kann warten.",
  },
  progress: {
    en: "{done, number} of {all, number} ticked",
    de: "{done, number} von {all, number} abgehakt",
  },
  optional: { en: "optional", de: "optional" },
  done: { en: "done", de: "erledigt" },
  department: { en: "Create a department", de: "Eine Abteilung anlegen" },
  hours: {
    en: "Set its opening hours and make it bookable",
    de: "Öffnungszeiten festlegen und buchbar machen",
  },
  staff: { en: "Add staff members", de: "Mitarbeitende hinzufügen" },
  credits: { en: "Get credits", de: "Guthaben bekommen" },
  team: { en: "Invite your team", de: "Ihr Team einladen" },
  counter: { en: "Choose your counter", de: "Ihren Schalter wählen" },
  screens: { en: "Set up a display and a kiosk", de: "Aufrufanzeige und Kiosk einrichten" },
  key: {
    en: "Create an API key for your website",
    de: "Einen API-Schlüssel für Ihre Website anlegen",
  },
  booking: { en: "Book a first appointment", de: "Einen ersten Termin buchen" },
  reason: {
    department: {
      en: "People book and wait in a department.",
      de: "In einer Abteilung wird gebucht und gewartet.",
    },
    hours: {
      en: "They decide which times can be booked. Before that, nobody can book.",
      de: "Sie bestimmen, welche Zeiten buchbar sind. Vorher kann niemand buchen.",
    },
    staff: {
      en: "So that a person can book somebody, and the calendar shows who is there.",
      de: "Damit man bei einer Person buchen kann und der Kalender zeigt, wer da ist.",
    },
    credits: {
      en: "Each booking uses one credit, and you have none. Ask the people who run this service.",
      de:
        "Jede Buchung kostet einen Credit, und Sie haben keinen. Fragen Sie Ihre Systemverwaltung.",
    },
    hasCredits: {
      en: "Each booking uses one credit. You have {amount}.",
      de: "Jede Buchung kostet einen Credit. Sie haben {amount}.",
    },
    team: {
      en: "Everybody at the desk signs in with an account of their own.",
      de: "Alle am Empfang melden sich mit einem eigenen Konto an.",
    },
    counter: {
      en: "The display shows people which counter to go to.",
      de: "Die Aufrufanzeige nennt ihn den Wartenden.",
    },
    screens: {
      en: "The display calls people in the waiting room. They check in at the kiosk by themselves.",
      de: "Die Aufrufanzeige ruft im Warteraum auf. Am Kiosk melden sich Personen selbst an.",
    },
    key: {
      en: "Your website books with it.",
      de: "Damit bucht Ihre Website.",
    },
    booking: {
      en: "See the whole way, from the booking to the check-in.",
      de: "So sehen Sie den ganzen Weg von der Buchung bis zum Einchecken.",
    },
  },
  departmentFirst: {
    en: "Create a department first",
    de: "Zuerst eine Abteilung anlegen",
  },
  creditsFirst: {
    en: "You have no credits yet. Ask the people who run this service.",
    de: "Sie haben noch kein Guthaben. Fragen Sie Ihre Systemverwaltung.",
  },
});
