import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Team", de: "Team" },
  lead: { en: "People and roles", de: "Personen und Rollen" },
  leadReadOnly: {
    en: "Only owners can invite people and change roles",
    de: "Nur Inhaber können Personen einladen und Rollen ändern",
  },
  invite: { en: "Invite", de: "Einladen" },
  inviteTitle: { en: "Invite a person", de: "Person einladen" },
  name: { en: "Name", de: "Name" },
  email: { en: "E-mail", de: "E-Mail" },
  role: { en: "Role", de: "Rolle" },
  status: { en: "Status", de: "Status" },
  lastActive: { en: "Last active", de: "Zuletzt aktiv" },
  never: { en: "Never", de: "Nie" },
  you: { en: "(you)", de: "(Sie)" },
  actions: { en: "Actions", de: "Aktionen" },
  actionsFor: { en: "Actions for {name}", de: "Aktionen für {name}" },
  changeRole: {
    en: "Change role and departments …",
    de: "Rolle und Abteilungen ändern …",
  },
  newPassword: { en: "New one-time password …", de: "Neues Einmalpasswort …" },
  endSessions: { en: "Sign out everywhere …", de: "Überall abmelden …" },
  endSessionsTitle: { en: "Sign out {name} everywhere?", de: "{name} überall abmelden?" },
  endSessionsText: {
    en: "The password stays the same. For a lost device, give a new one-time password instead.",
    de: "Das Passwort bleibt. Bei einem verlorenen Gerät vergeben Sie ein neues Einmalpasswort.",
  },
  endSessionsAction: { en: "Sign out everywhere", de: "Überall abmelden" },
  sessionsEnded: { en: "{name} is signed out everywhere", de: "{name} ist überall abgemeldet" },
  link: { en: "Link for single sign-on …", de: "Link für die Anbieter-Anmeldung …" },
  linkTitle: {
    en: "Make a link for {name}?",
    de: "Link für {name} erstellen?",
  },
  linkText: {
    en:
      "Whoever opens it and signs in at the provider is {name} from then on. Give it to {name} only. An earlier link ends.",
    de:
      "Wer ihn öffnet und sich beim Anbieter anmeldet, ist von da an {name}. Geben Sie ihn nur {name}. Ein früherer Link endet.",
  },
  linkAction: { en: "Create link", de: "Link erstellen" },
  linkOf: { en: "{name}’s link", de: "Link von {name}" },
  oneTimeLink: { en: "One-time link", de: "Einmal-Link" },
  linkEnds: {
    en: "It works once, until {at}.",
    de: "Er gilt einmal, bis {at}.",
  },
  isLinked: { en: "Single sign-on", de: "Anbieter-Anmeldung" },
  unlink: { en: "Unlink single sign-on …", de: "Anbieter-Konto lösen …" },
  unlinkTitle: { en: "Unlink {name}?", de: "Anbieter-Konto von {name} lösen?" },
  unlinkText: {
    en:
      "{name} is signed out of sessions by the provider, and needs a new link to sign in with it again.",
    de:
      "{name} wird aus Sitzungen über den Anbieter abgemeldet und braucht einen neuen Link, um sich wieder so anzumelden.",
  },
  unlinkAction: { en: "Unlink", de: "Lösen" },
  unlinked: { en: "{name} is unlinked", de: "Das Anbieter-Konto von {name} ist gelöst" },
  enable: { en: "Re-enable …", de: "Wieder aktivieren …" },
  disable: { en: "Disable …", de: "Deaktivieren …" },
  disabled: { en: "Disabled", de: "Deaktiviert" },
  invited: { en: "Invited", de: "Eingeladen" },
  invitedUntil: { en: "Invited until {date}", de: "Eingeladen bis {date}" },
  invitationEnded: { en: "Invitation ended", de: "Einladung abgelaufen" },
  resetPassword: {
    en: "Give a new one-time password.",
    de: "Neues Einmalpasswort vergeben.",
  },
  active: { en: "Active", de: "Aktiv" },
  roles: {
    VIEWER: {
      en: "Viewer: reads the desk and changes nothing",
      de: "Nur Lesen: sieht den Empfang und ändert nichts",
    },
    STAFF: { en: "Front desk: Today and Appointments", de: "Empfang: Heute und Termine" },
    ADMIN: {
      en: "Administrator: everything except the team",
      de: "Administrator: alles außer dem Team",
    },
    OWNER: { en: "Owner: everything", de: "Inhaber: alles" },
  },
  noMail: {
    en: "We don't send e-mail. You'll get a one-time password to share.",
    de: "Wir versenden keine E-Mail. Sie erhalten ein Einmalpasswort zum Weitergeben.",
  },
  seesAll: {
    en: "This role sees all departments.",
    de: "Diese Rolle sieht alle Abteilungen.",
  },
  roleOf: {
    en: "Role and departments of {name}",
    de: "Rolle und Abteilungen von {name}",
  },
  saveRole: { en: "Change", de: "Ändern" },
  immediately: { en: "Takes effect immediately.", de: "Gilt sofort." },
  passwordOf: { en: "{name}’s one-time password", de: "Einmalpasswort von {name}" },
  oneTimePassword: { en: "One-time password", de: "Einmalpasswort" },
  mustReplace: {
    en: "{name} replaces it at the first sign-in, within 7 days.",
    de: "{name} ersetzt es bei der ersten Anmeldung, innerhalb von 7 Tagen.",
  },
  resetTitle: { en: "Give {name} a one-time password?", de: "{name} ein Einmalpasswort geben?" },
  resetText: {
    en: "The current password stops working, and {name} is signed out everywhere.",
    de: "Das bisherige Passwort gilt nicht mehr, und {name} wird überall abgemeldet.",
  },
  reset: { en: "Create one-time password", de: "Einmalpasswort erstellen" },
  disableTitle: { en: "Disable {name}?", de: "{name} deaktivieren?" },
  disableText: {
    en: "{name} is signed out at once and cannot sign in. Their past actions stay in the audit.",
    de:
      "{name} wird sofort abgemeldet und kann sich nicht mehr anmelden. Die bisherigen Aktionen bleiben im Protokoll.",
  },
  disableAction: { en: "Disable", de: "Deaktivieren" },
  enableTitle: { en: "Re-enable {name}?", de: "{name} wieder aktivieren?" },
  enableText: {
    en: "{name} can sign in again with their old password.",
    de: "{name} kann sich wieder mit dem alten Passwort anmelden.",
  },
  enableAction: { en: "Re-enable", de: "Wieder aktivieren" },
  isDisabled: { en: "{name} has been disabled", de: "{name} wurde deaktiviert" },
  isEnabled: { en: "{name} has been re-enabled", de: "{name} wurde wieder aktiviert" },
});
