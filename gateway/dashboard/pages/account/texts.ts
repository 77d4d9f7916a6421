import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "My account", de: "Mein Konto" },
  lead: { en: "Signed in as {email}", de: "Angemeldet als {email}" },
  sessions: { en: "Where you are signed in", de: "Wo Sie angemeldet sind" },
  sessionsHelp: {
    en:
      "At most 10 at a time: a further sign-in ends the oldest. If you do not know one of them, end it and change your password.",
    de:
      "Höchstens 10 zugleich: Eine weitere Anmeldung beendet die älteste. Wenn Sie eine davon nicht kennen, beenden Sie sie und ändern Sie Ihr Passwort.",
  },
  device: { en: "Device and address", de: "Gerät und Adresse" },
  browserOn: { en: "{browser} on {system}", de: "{browser} unter {system}" },
  unknownDevice: { en: "Unknown device", de: "Unbekanntes Gerät" },
  signedIn: { en: "Signed in", de: "Angemeldet" },
  lastUse: { en: "Last used", de: "Zuletzt verwendet" },
  actions: { en: "Actions", de: "Aktionen" },
  thisOne: { en: "This one", de: "Diese hier" },
  end: { en: "End", de: "Beenden" },
  endOf: { en: "End {device}", de: "{device} beenden" },
  endTitle: { en: "End the session {device}?", de: "Sitzung {device} beenden?" },
  endText: {
    en: "Whoever works there is signed out at once and must sign in again.",
    de: "Wer dort arbeitet, wird sofort abgemeldet und muss sich neu anmelden.",
  },
  endAction: { en: "End session", de: "Sitzung beenden" },
  endOthers: { en: "End all others …", de: "Alle anderen beenden …" },
  endOthersTitle: { en: "End all other sessions?", de: "Alle anderen Sitzungen beenden?" },
  endOthersAction: { en: "End all others", de: "Alle anderen beenden" },
  ended: { en: "Signed out there", de: "Dort abgemeldet" },
});
