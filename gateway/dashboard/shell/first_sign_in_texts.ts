import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  addFactor: { en: "Add a second factor", de: "Zweiten Faktor hinzufügen" },
  addFactorText: {
    en: "Welcome, {name}. Your organization requires a second factor. Add one to continue.",
    de:
      "Willkommen, {name}. Ihre Organisation verlangt einen zweiten Faktor. Fügen Sie einen hinzu, um fortzufahren.",
  },
  oneTimePassword: { en: "One-time password", de: "Einmalpasswort" },
  choosePassword: { en: "Choose your password", de: "Passwort wählen" },
  choosePasswordText: {
    en:
      "Welcome, {name}. Your one-time password works only once. Choose your own password to continue.",
    de:
      "Willkommen, {name}. Ihr Einmalpasswort gilt nur einmal. Wählen Sie ein eigenes Passwort, um fortzufahren.",
  },
});
