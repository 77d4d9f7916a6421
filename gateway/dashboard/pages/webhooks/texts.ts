import { textsOfEvents } from "../../../../core/webhooks/event_catalogue.ts";
import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Webhooks", de: "Webhooks" },
  lead: {
    en: "Notify your systems when appointments change",
    de: "Ihre Systeme benachrichtigen, wenn sich Termine ändern",
  },
  create: { en: "Create webhook", de: "Webhook anlegen" },
  none: { en: "No webhooks yet", de: "Noch keine Webhooks" },
  noneHelp: {
    en: "Add an endpoint to receive signed events.",
    de: "Legen Sie einen Endpunkt an, der signierte Ereignisse empfängt.",
  },
  all: { en: "All webhooks", de: "Alle Webhooks" },
  notFound: { en: "Webhook not found", de: "Webhook nicht gefunden" },
  webhook: { en: "Webhook", de: "Webhook" },
  endpoint: { en: "Endpoint", de: "Endpunkt" },
  events: { en: "Events", de: "Ereignisse" },
  eventCount: { en: "{count} of {total}", de: "{count} von {total}" },
  health: { en: "Health", de: "Zustand" },
  lastAttempt: { en: "Last attempt", de: "Letzter Versuch" },
  never: { en: "Never", de: "Nie" },
  secretTitle: { en: "Signing secret", de: "Signaturschlüssel" },
  secretHelp: {
    en:
      "Your endpoint uses it to verify the signature of each delivery. If you lose it, replace it on the page of the webhook.",
    de:
      "Ihr Endpunkt prüft damit die Signatur jeder Zustellung. Wenn Sie ihn verlieren, ersetzen Sie ihn auf der Seite des Webhooks.",
  },
  secret: { en: "Secret", de: "Schlüssel" },
  newSecretTitle: { en: "New signing secret", de: "Neuer Signaturschlüssel" },
  newSecretHelp: {
    en: "For 24 hours, deliveries carry the signatures of both secrets.",
    de: "24 Stunden lang tragen Zustellungen die Signaturen beider Schlüssel.",
  },
  active: { en: "Active", de: "Aktiv" },
  edit: { en: "Edit", de: "Bearbeiten" },
  more: { en: "More", de: "Mehr" },
  includesContact: { en: "Includes contact data", de: "Mit Kontaktdaten" },
  includesTest: { en: "Includes test events", de: "Mit Testereignissen" },
  sendTest: { en: "Send test event", de: "Testereignis senden" },
  sendTestMenu: { en: "Send test event …", de: "Testereignis senden …" },
  sendTestHelp: {
    en:
      "Sends a sample with made-up data to this endpoint, now and once. It does not change the health of the webhook.",
    de:
      "Sendet ein Beispiel mit erfundenen Daten an diesen Endpunkt, jetzt und einmal. Der Zustand des Webhooks ändert sich nicht.",
  },
  testEvent: { en: "Event", de: "Ereignis" },
  plainTest: { en: "webhook.test", de: "webhook.test" },
  testDelivered: {
    en: "Test delivered: status {status} ({ms} ms)",
    de: "Test zugestellt: Status {status} ({ms} ms)",
  },
  testFailed: {
    en: "Test failed: {reason} ({ms} ms)",
    de: "Test fehlgeschlagen: {reason} ({ms} ms)",
  },
  testStatus: { en: "status {status}", de: "Status {status}" },
  testUnresolved: {
    en: "couldn''t resolve the host name",
    de: "Der Hostname ließ sich nicht auflösen",
  },
  healthState: {
    paused: { en: "Paused", de: "Pausiert" },
    none: { en: "No deliveries yet", de: "Noch keine Zustellungen" },
    testFailed: { en: "Test failed", de: "Test fehlgeschlagen" },
    testDelivered: { en: "Test delivered", de: "Test zugestellt" },
    healthy: { en: "Healthy", de: "In Ordnung" },
    degraded: { en: "Degraded", de: "Beeinträchtigt" },
    failing: { en: "Failing", de: "Schlägt fehl" },
  },
  state: {
    all: { en: "All states", de: "Alle Zustände" },
    PENDING: { en: "Pending", de: "Ausstehend" },
    RETRYING: { en: "Retrying", de: "Wird wiederholt" },
    DELIVERED: { en: "Delivered", de: "Zugestellt" },
    FAILED: { en: "Failed", de: "Fehlgeschlagen" },
    ABANDONED: { en: "Abandoned", de: "Aufgegeben" },
  },
  stateLabel: { en: "State", de: "Zustand" },
  eventsTitle: { en: "Events", de: "Ereignisse" },
  noEvents: { en: "No events yet", de: "Noch keine Ereignisse" },
  noEventsHelp: {
    en: "Events appear here when appointments change. Send a test event to try the endpoint.",
    de:
      "Hier erscheinen Ereignisse, wenn sich Termine ändern. Senden Sie ein Testereignis, um den Endpunkt zu prüfen.",
  },
  noneInState: { en: "No events in this state", de: "Keine Ereignisse in diesem Zustand" },
  event: { en: "Event", de: "Ereignis" },
  subject: { en: "Subject", de: "Betrifft" },
  result: { en: "Result", de: "Ergebnis" },
  attempts: { en: "Attempts", de: "Versuche" },
  when: { en: "When", de: "Zeit" },
  eventNoun: { en: "events", de: "Ereignisse" },
  test: { en: "Test", de: "Test" },
  attemptNumber: { en: "Attempt {number}", de: "Versuch {number}" },
  scheduled: { en: "Scheduled for {time}", de: "Geplant für {time}" },
  madeAt: { en: "{time}, {ms} ms", de: "{time}, {ms} ms" },
  notMade: { en: "Not made", de: "Nicht unternommen" },
  status: { en: "Status {status}", de: "Status {status}" },
  requestHeaders: { en: "Request headers", de: "Kopfzeilen der Anfrage" },
  responseHeaders: { en: "Response headers", de: "Kopfzeilen der Antwort" },
  noAnswer: { en: "No response was received.", de: "Es kam keine Antwort." },
  requestBody: { en: "Request body", de: "Inhalt der Anfrage" },
  noResponseBody: {
    en: "Response bodies are not stored.",
    de: "Inhalte von Antworten werden nicht gespeichert.",
  },
  eventId: { en: "Event ID", de: "Ereignis-ID" },
  openAppointment: { en: "Open appointment", de: "Termin öffnen" },
  retry: { en: "Retry now", de: "Jetzt wiederholen" },
  retrying: { en: "Retrying now", de: "Wird jetzt wiederholt" },
  resend: { en: "Resend failed deliveries", de: "Fehlgeschlagene Zustellungen erneut senden" },
  resendMenu: { en: "Resend failed deliveries …", de: "Fehlgeschlagene erneut senden …" },
  resendHelp: {
    en:
      "Delivers every event since then now that has failed, was abandoned or is waiting for another attempt.",
    de:
      "Stellt jedes Ereignis seit diesem Zeitpunkt jetzt zu, das fehlgeschlagen ist, aufgegeben wurde oder auf einen weiteren Versuch wartet.",
  },
  resendAction: { en: "Resend", de: "Erneut senden" },
  since: { en: "Since", de: "Seit" },
  zone: { en: "In {zone}", de: "In {zone}" },
  resent: {
    en: "{count, plural, one {Resending # event} other {Resending # events}}",
    de:
      "{count, plural, one {# Ereignis wird erneut gesendet} other {# Ereignisse werden erneut gesendet}}",
  },
  nothingToResend: { en: "Nothing to resend", de: "Nichts erneut zu senden" },
  replaceMenu: { en: "Replace secret …", de: "Schlüssel ersetzen …" },
  replaceTitle: { en: "Replace the signing secret?", de: "Den Signaturschlüssel ersetzen?" },
  replaceAction: { en: "Replace secret", de: "Schlüssel ersetzen" },
  replaceHelp: {
    en:
      "X-Service-Signature uses the new secret immediately. For 24 hours, the headers of Standard Webhooks carry the signatures of both secrets, so you can update your endpoint in the meantime.",
    de:
      "X-Service-Signature verwendet sofort den neuen Schlüssel. 24 Stunden lang tragen die Kopfzeilen von Standard Webhooks die Signaturen beider Schlüssel. So können Sie Ihren Endpunkt inzwischen umstellen.",
  },
  deleteMenu: { en: "Delete …", de: "Löschen …" },
  deleteTitle: { en: "Delete this webhook?", de: "Diesen Webhook löschen?" },
  deleteAction: { en: "Delete webhook", de: "Webhook löschen" },
  deleteHelp: {
    en:
      "Nothing is sent to {url} any more, and pending deliveries are abandoned. To pause the webhook, switch off Active instead.",
    de:
      "An {url} wird nichts mehr gesendet, und ausstehende Zustellungen werden aufgegeben. Um den Webhook zu pausieren, schalten Sie stattdessen Aktiv aus.",
  },
  editTitle: { en: "Edit webhook", de: "Webhook bearbeiten" },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Webhook saved", de: "Webhook gespeichert" },
  urlLabel: { en: "Endpoint URL", de: "URL des Endpunkts" },
  urlHelp: {
    en: "Must use https and be reachable from the internet",
    de: "Muss https verwenden und aus dem Internet erreichbar sein",
  },
  urlFault: {
    en: "Enter a URL that starts with https://",
    de: "Geben Sie eine URL ein, die mit https:// beginnt",
  },
  eventsLabel: { en: "Events to send", de: "Zu sendende Ereignisse" },
  eventsFault: { en: "Choose at least one event", de: "Wählen Sie mindestens ein Ereignis" },
  includeContact: {
    en: "Include e-mail address, language and metadata",
    de: "E-Mail-Adresse, Sprache und Metadaten einschließen",
  },
  includeTest: { en: "Include test appointments", de: "Testtermine einschließen" },
  eventName: textsOfEvents(({ label }) => label),
  signature: { en: "Verify signatures", de: "Signaturen prüfen" },
  signatureHelp: {
    en:
      "Each delivery has the header X-Service-Signature: the HMAC-SHA256 of the raw body, keyed with your secret. Reject a delivery whose signature does not match.",
    de:
      "Jede Zustellung hat die Kopfzeile X-Service-Signature: den HMAC-SHA256 des unveränderten Inhalts mit Ihrem Schlüssel. Weisen Sie eine Zustellung ab, deren Signatur nicht stimmt.",
  },
  signatureExample: { en: "Example header", de: "Beispiel der Kopfzeile" },
  signatureCode: { en: "Node.js", de: "Node.js" },
  on: { en: "On", de: "An" },
  off: { en: "Off", de: "Aus" },
});
