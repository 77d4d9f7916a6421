import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  factors: { en: "Second factor", de: "Zweiter Faktor" },
  factorsHelp: {
    en:
      "A second factor protects your account even if someone knows your password. A passkey also signs you in without the password.",
    de:
      "Ein zweiter Faktor schützt Ihr Konto auch dann, wenn jemand Ihr Passwort kennt. Mit einem Passkey melden Sie sich auch ohne Passwort an.",
  },
  name: { en: "Name", de: "Name" },
  lastUse: { en: "Last used", de: "Zuletzt benutzt" },
  neverUsed: { en: "Never", de: "Noch nie" },
  actions: { en: "Actions", de: "Aktionen" },
  kind: {
    PASSKEY: { en: "Passkey", de: "Passkey" },
    TOTP: { en: "Authenticator app", de: "Authenticator-App" },
  },
  no: {
    NO_ADDRESS: {
      en: "Passkeys need a domain name. The operator sets it as PUBLIC_URL.",
      de: "Passkeys brauchen einen Domainnamen. Der Betreiber setzt ihn als PUBLIC_URL.",
    },
    IP_ADDRESS: {
      en: "Passkeys need a domain name, and this service is reached at an IP address.",
      de: "Passkeys brauchen einen Domainnamen, und dieser Dienst hat nur eine IP-Adresse.",
    },
  },
  add: { en: "Add", de: "Hinzufügen" },
  added: { en: "Second factor added", de: "Zweiter Faktor hinzugefügt" },
  addPasskey: { en: "Add a passkey", de: "Passkey hinzufügen" },
  addPasskeyText: {
    en: "Your browser then asks where to keep it: on this device, on your phone or on a key.",
    de:
      "Ihr Browser fragt danach, wo er liegen soll: auf diesem Gerät, auf Ihrem Telefon oder auf einem Sicherheitsschlüssel.",
  },
  addApp: { en: "Add an authenticator app", de: "Authenticator-App hinzufügen" },
  addAppText: {
    en: "Scan this code with the app, or type the key into it. Then enter the code that it shows.",
    de:
      "Scannen Sie diesen Code mit der App, oder tippen Sie den Schlüssel ein. Geben Sie dann den Code ein, den sie anzeigt.",
  },
  qrCode: { en: "QR code of the key", de: "QR-Code des Schlüssels" },
  secret: { en: "Key", de: "Schlüssel" },
  appCode: { en: "Code of the app", de: "Code der App" },
  rename: { en: "Rename", de: "Umbenennen" },
  renameOf: { en: "Rename {name}", de: "{name} umbenennen" },
  renameTitle: { en: "Rename the second factor", de: "Zweiten Faktor umbenennen" },
  remove: { en: "Remove", de: "Entfernen" },
  removeOf: { en: "Remove {name}", de: "{name} entfernen" },
  removeTitle: { en: "Remove {name}?", de: "{name} entfernen?" },
  removeText: {
    en: "You can no longer sign in with it. With the last one, your recovery codes end, too.",
    de:
      "Sie können sich damit nicht mehr anmelden. Mit dem letzten enden auch Ihre Wiederherstellungscodes.",
  },
  removed: { en: "Second factor removed", de: "Zweiter Faktor entfernt" },
  codes: { en: "Recovery codes", de: "Wiederherstellungscodes" },
  codesLeft: {
    en:
      "{count, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}}",
    de:
      "{count, plural, =0 {Kein Wiederherstellungscode ist übrig.} one {# Wiederherstellungscode ist übrig.} other {# Wiederherstellungscodes sind übrig.}}",
  },
  codesTitle: { en: "Save your recovery codes", de: "Wiederherstellungscodes sichern" },
  codesText: {
    en:
      "They are shown only this time. Each signs you in once if you lose your passkey or phone. Print them or keep them in a safe place.",
    de:
      "Sie werden nur dieses eine Mal angezeigt. Mit jedem melden Sie sich einmal an, wenn Ihr Passkey oder Telefon verloren geht. Drucken Sie sie aus oder bewahren Sie sie sicher auf.",
  },
  replaceCodes: { en: "New recovery codes", de: "Neue Wiederherstellungscodes" },
  replaceCodesTitle: {
    en: "Make new recovery codes?",
    de: "Neue Wiederherstellungscodes erzeugen?",
  },
  replaceCodesText: {
    en: "The codes that you have stop working at once.",
    de: "Die Codes, die Sie haben, gelten sofort nicht mehr.",
  },
});
