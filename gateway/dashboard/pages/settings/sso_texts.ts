import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: {
    en: "Single sign-on",
    de: "Anmeldung über einen Anbieter (Single Sign-on)",
  },
  help: {
    en:
      "Your team signs in with the accounts of your organization, at any provider of OpenID Connect.",
    de:
      "Ihr Team meldet sich mit den Konten Ihrer Organisation an, bei einem beliebigen Anbieter von OpenID Connect.",
  },
  setUp: { en: "Set up a provider", de: "Anbieter einrichten" },
  addresses: { en: "Addresses", de: "Adressen" },
  register: {
    en: "Register these addresses at the provider.",
    de: "Tragen Sie diese Adressen beim Anbieter ein.",
  },
  redirect: { en: "Redirect address", de: "Weiterleitungsadresse (Redirect URI)" },
  logout: {
    en: "Logout address (back-channel and front-channel)",
    de: "Adresse für das Abmelden (Back-Channel und Front-Channel)",
  },
  logoutLater: {
    en: "The address for logout appears here after the first save.",
    de: "Die Adresse für das Abmelden erscheint hier nach dem ersten Speichern.",
  },
  signInAddress: {
    en: "Your team signs in here",
    de: "Hier meldet sich Ihr Team an",
  },
  provider: { en: "Provider", de: "Anbieter" },
  issuer: { en: "Issuer", de: "Aussteller (Issuer)" },
  issuerHelp: {
    en: "The address exactly as the provider names it. It is checked when you save.",
    de: "Die Adresse genau so, wie der Anbieter sie nennt. Sie wird beim Speichern geprüft.",
  },
  clientId: { en: "Client ID", de: "Client-ID" },
  clientSecret: { en: "Client secret", de: "Client-Secret" },
  secretHelp: {
    en: "It is never shown again.",
    de: "Es wird nie wieder angezeigt.",
  },
  secretKept: {
    en: "A secret is saved. Leave it empty to keep it.",
    de: "Ein Secret ist gespeichert. Lassen Sie das Feld leer, um es zu behalten.",
  },
  endsSessions: {
    en: "Another issuer or client signs out everybody who has signed in with the present one.",
    de:
      "Ein anderer Aussteller oder Client meldet alle ab, die sich über den bisherigen angemeldet haben.",
  },
  groups: { en: "Groups", de: "Gruppen" },
  groupsHelp: {
    en:
      "At each sign-in, the first rule with a group of the person gives the role and the departments. Whoever is in none of the groups cannot sign in. Without rules, roles stay as they are under Team.",
    de:
      "Bei jeder Anmeldung gibt die erste Regel mit einer Gruppe der Person Rolle und Abteilungen vor. Wer in keiner der Gruppen ist, kann sich nicht anmelden. Ohne Regeln bleiben die Rollen so, wie sie unter Team sind.",
  },
  groupsClaim: { en: "Claim with the groups", de: "Claim mit den Gruppen" },
  groupsClaimHelp: {
    en: "The name in the ID token, often “groups”.",
    de: "Der Name im ID-Token, oft „groups“.",
  },
  groupRules: { en: "Rules for groups", de: "Regeln für Gruppen" },
  rule: { en: "Rule {number}", de: "Regel {number}" },
  group: { en: "Group at the provider", de: "Gruppe beim Anbieter" },
  addRule: { en: "Add a rule", de: "Regel hinzufügen" },
  moveUp: { en: "Move rule {number} up", de: "Regel {number} nach oben" },
  removeRule: { en: "Remove rule {number}", de: "Regel {number} entfernen" },
  ssoOnly: { en: "Single sign-on only", de: "Nur Anmeldung über den Anbieter" },
  ssoOnlyHelp: {
    en: "Nobody of your organization signs in with a password or a passkey.",
    de: "Niemand in Ihrer Organisation meldet sich mit Passwort oder Passkey an.",
  },
  ssoOnlyNeedsSession: {
    en:
      "To switch it on, create a link for yourself under Team, sign in with it, and keep issuer and client.",
    de:
      "Zum Einschalten erstellen Sie unter Team einen Link für sich selbst, melden sich damit an und behalten Aussteller und Client.",
  },
  ssoOnlyWarning: {
    en:
      "All sessions that began with a password or a passkey end at once. People without a link cannot sign in any more.",
    de:
      "Alle Sitzungen, die mit Passwort oder Passkey begonnen haben, enden sofort. Wer keine Verknüpfung hat, kann sich nicht mehr anmelden.",
  },
  wayBack: {
    en:
      "If the provider fails, ask the operator of this service to run this command. Then passwords work again.",
    de:
      "Wenn der Anbieter ausfällt, bitten Sie den Betreiber dieses Dienstes, diesen Befehl auszuführen. Dann gelten Passwörter wieder.",
  },
  wayBackCommand: { en: "The way back", de: "Der Weg zurück" },
  command: {
    en: "npm run admin -- organization allow-passwords --id {id}",
    de: "npm run admin -- organization allow-passwords --id {id}",
  },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Saved. The provider answers.", de: "Gespeichert. Der Anbieter antwortet." },
  remove: { en: "Remove …", de: "Entfernen …" },
  removeTitle: { en: "Remove the provider?", de: "Anbieter entfernen?" },
  removeText: {
    en:
      "Everybody who has signed in with the provider is signed out at once, and can only sign in with a password or a passkey. Links between people and their accounts stay.",
    de:
      "Wer sich über den Anbieter angemeldet hat, wird sofort abgemeldet und kann sich nur noch mit Passwort oder Passkey anmelden. Die Verknüpfungen der Personen mit ihren Konten bleiben.",
  },
  removeAction: { en: "Remove provider", de: "Anbieter entfernen" },
  removed: { en: "Provider removed", de: "Anbieter entfernt" },
  nothing: { en: "None", de: "Keine" },
  on: { en: "On", de: "Ein" },
  off: { en: "Off", de: "Aus" },
});
