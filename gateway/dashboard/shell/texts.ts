import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  skip: { en: "Skip to content", de: "Zum Inhalt springen" },
  pages: { en: "Pages", de: "Seiten" },
  mainPages: { en: "Main pages", de: "Hauptseiten" },
  more: { en: "More", de: "Mehr" },
  testData: {
    en: "<b>Test data.</b> Nothing here is a real appointment.",
    de: "<b>Testdaten.</b> Hier ist kein Termin echt.",
  },
  credits: {
    en: "{count, plural, one {{amount} credit} other {{amount} credits}}",
    de: "{count, plural, one {{amount} Credit} other {{amount} Credits}}",
  },
  creditsLoading: { en: "Credits …", de: "Guthaben …" },
  creditsFailed: { en: "Credits not loaded", de: "Guthaben nicht geladen" },
  testCredits: {
    en: "{count, plural, one {{amount} test credit} other {{amount} test credits}}",
    de: "{count, plural, one {{amount} Test-Credit} other {{amount} Test-Credits}}",
  },
  group: {
    desk: { en: "Desk", de: "Empfang" },
    organization: { en: "Organization", de: "Organisation" },
    developers: { en: "Developers", de: "Entwicklung" },
  },
  notFound: { en: "Page not found", de: "Seite nicht gefunden" },
  forbidden: { en: "You cannot open this page", de: "Sie können diese Seite nicht öffnen" },
  forbiddenText: {
    en:
      "Your role does not allow it. An owner of your organization can change your role under Team.",
    de:
      "Ihre Rolle erlaubt das nicht. Ein Inhaber Ihrer Organisation kann Ihre Rolle unter Team ändern.",
  },
  account: { en: "Account", de: "Konto" },
  theme: { en: "Theme", de: "Design" },
  themes: {
    system: { en: "System", de: "System" },
    light: { en: "Light", de: "Hell" },
    dark: { en: "Dark", de: "Dunkel" },
  },
  language: { en: "Language", de: "Sprache" },
  myAccount: { en: "My account", de: "Mein Konto" },
  changePassword: { en: "Change password", de: "Passwort ändern" },
  signOut: { en: "Sign out", de: "Abmelden" },
  signIn: { en: "Sign in", de: "Anmelden" },
  signInLead: { en: "Appointments for your team", de: "Termine für Ihr Team" },
  forgot: {
    en:
      "Forgot your password? An owner of your organization can give you a one-time password under Team.",
    de:
      "Passwort vergessen? Ein Inhaber Ihrer Organisation kann Ihnen unter Team ein Einmalpasswort geben.",
  },
  email: { en: "E-mail", de: "E-Mail" },
  password: { en: "Password", de: "Passwort" },
  codeIfAny: {
    en: "Code of your second factor, if you have one",
    de: "Code Ihres zweiten Faktors, falls Sie einen haben",
  },
  nextCode: {
    en: "If a code is not accepted, wait for the next one, and type it after the first.",
    de:
      "Wenn ein Code nicht angenommen wird, warten Sie auf den nächsten, und geben Sie ihn nach dem ersten ein.",
  },
  otherAccount: { en: "Back", de: "Zurück" },
  sessionEnded: { en: "Sign in to continue", de: "Zum Fortfahren anmelden" },
  sessionEndedText: {
    en: "Your session has ended. Nothing you typed is lost. Sign in to continue where you were.",
    de:
      "Ihre Sitzung ist abgelaufen. Ihre Eingaben sind noch da. Melden Sie sich an, um weiterzumachen.",
  },
  sso: {
    signIn: { en: "Sign in with your organization", de: "Mit Ihrer Organisation anmelden" },
    whereText: {
      en:
        "Does your organization use single sign-on? Open the address that an owner of your organization gives you.",
      de:
        "Meldet sich Ihre Organisation über einen Anbieter an? Öffnen Sie die Adresse, die Ihnen ein Inhaber Ihrer Organisation gibt.",
    },
  },
  passwordChanged: {
    en: "Password changed. You are signed out on all other devices.",
    de: "Passwort geändert. Auf allen anderen Geräten sind Sie abgemeldet.",
  },
});
