import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  code: {
    en: "Code of your authenticator app, or a recovery code",
    de: "Code Ihrer Authenticator-App oder ein Wiederherstellungscode",
  },
  usePasskey: { en: "Use a passkey", de: "Passkey benutzen" },
  passkeyCancelled: {
    en: "No passkey was used. Try again, or use another way.",
    de: "Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal oder auf einem anderen Weg.",
  },
});
