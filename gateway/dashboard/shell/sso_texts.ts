import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  failed: {
    refused: {
      en:
        "The sign-in at your organization's provider failed. It took too long, your link was used or has ended, or your account there is not linked to an account here. Try again, or ask an owner of your organization for a link.",
      de:
        "Die Anmeldung beim Anbieter Ihrer Organisation ist fehlgeschlagen. Sie hat zu lange gedauert, Ihr Link ist benutzt oder abgelaufen, oder Ihr Konto dort ist hier mit keinem Konto verknüpft. Versuchen Sie es noch einmal, oder bitten Sie einen Inhaber Ihrer Organisation um einen Link.",
    },
    group: {
      en:
        "None of your groups at the provider may use this service. Ask an owner of your organization.",
      de:
        "Keine Ihrer Gruppen beim Anbieter darf diesen Dienst benutzen. Fragen Sie einen Inhaber Ihrer Organisation.",
    },
    taken: {
      en:
        "This account of the provider belongs to another person here, or there is no single sign-on at this address. Ask an owner of your organization.",
      de:
        "Dieses Konto des Anbieters gehört hier einer anderen Person, oder unter dieser Adresse gibt es keine Anmeldung über einen Anbieter. Fragen Sie einen Inhaber Ihrer Organisation.",
    },
    away: {
      en: "The provider of your organization does not answer. Try again in a few minutes.",
      de:
        "Der Anbieter Ihrer Organisation antwortet nicht. Versuchen Sie es in einigen Minuten noch einmal.",
    },
  },
  proofText: {
    en:
      "Sign in at your organization's provider again. It opens in a new tab, and this page continues by itself.",
    de:
      "Melden Sie sich noch einmal beim Anbieter Ihrer Organisation an. Er öffnet sich in einem neuen Tab, und diese Seite macht von selbst weiter.",
  },
  prove: { en: "Go to the provider", de: "Zum Anbieter" },
  proved: { en: "Confirmed", de: "Bestätigt" },
  provedText: {
    en: "You can close this tab. The other one continues.",
    de: "Sie können diesen Tab schließen. Der andere macht weiter.",
  },
  continueHere: { en: "Open the dashboard here", de: "Das Dashboard hier öffnen" },
});
