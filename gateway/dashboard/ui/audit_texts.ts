import { labelsOf } from "../../../core/audit/field_catalogue.ts";
import { appointmentFields } from "../../../core/booking/appointment_fields.ts";
import { departmentFields } from "../../../core/departments/department_fields.ts";
import { personLinkTexts, queueRuleFields } from "../../../core/visits/queue_rule_fields.ts";
import { visitFields } from "../../../core/visits/visit_fields.ts";
import { textsOfEvents } from "../../../core/webhooks/event_catalogue.ts";
import type { AuditEntry, Input } from "../api/types.ts";
import { type Text, textsOf } from "../messages/texts.ts";

type Query = Exclude<Input<"audit.list">, void | undefined>;
export type SubjectKind = NonNullable<Query["subjectKind"]>;
type VerbOf<K extends SubjectKind> = AuditEntry["action"] extends infer A
  ? A extends `${K}.${infer V}` ? V : never
  : never;

// The compiler checks that no action and no actor lacks its words.
export type OfEveryAction = { readonly [K in SubjectKind]: Readonly<Record<VerbOf<K>, Text>> };
export type OfEveryActor = Readonly<Record<NonNullable<Query["actorKind"]>, Text>>;

export const t = textsOf({
  title: { en: "Audit", de: "Protokoll" },
  lead: { en: "Who did what, when and from where", de: "Wer was wann und von wo getan hat" },
  noMatch: { en: "No matching entries", de: "Keine passenden Einträge" },
  noun: { en: "entries", de: "Einträge" },
  filters: { en: "Filters", de: "Filter" },
  subject: { en: "About", de: "Bereich" },
  allSubjects: { en: "Everything", de: "Alles" },
  action: { en: "Action", de: "Aktion" },
  allActions: { en: "All actions", de: "Alle Aktionen" },
  by: { en: "By", de: "Person" },
  everyone: { en: "Everyone", de: "Alle" },
  from: { en: "From", de: "Von" },
  to: { en: "To", de: "Bis" },
  clear: { en: "Clear filters", de: "Filter entfernen" },
  onlySubject: { en: "Only {subject} no. {id}", de: "Nur {subject} Nr. {id}" },
  onlyThis: { en: "Only this", de: "Nur dies" },
  onlyActor: { en: "Show only actions of {name}", de: "Nur Aktionen von {name} anzeigen" },
  key: { en: "{name} (API key)", de: "{name} (API-Schlüssel)" },
  kiosk: { en: "{name} (kiosk)", de: "{name} (Kiosk)" },
  more: { en: "{count, number} more", de: "{count, number} weitere" },
  ofSubject: { en: "{subject}: {text}", de: "{subject}: {text}" },
  numbered: { en: "No. {id}", de: "Nr. {id}" },
  columns: {
    what: { en: "What", de: "Was" },
    from: { en: "From", de: "Von wo" },
    when: { en: "When", de: "Wann" },
    by: { en: "By", de: "Person" },
    changes: { en: "Changes", de: "Änderungen" },
  },
  commandLine: { en: "Command line", de: "Kommandozeile" },
  appointment: { en: "appointment {id}", de: "Termin {id}" },
  none: { en: "none", de: "keine" },
  yes: { en: "Yes", de: "Ja" },
  no: { en: "No", de: "Nein" },
  change: { en: "{field}: {before} → {after}", de: "{field}: {before} → {after}" },
  set: { en: "{field}: {after}", de: "{field}: {after}" },
  actors: {
    STAFF: { en: "All people", de: "Alle Personen" },
    API_KEY: { en: "All API keys", de: "Alle API-Schlüssel" },
    OPERATOR: { en: "System administrator", de: "Systemverwaltung" },
    SCREEN: { en: "All kiosks", de: "Alle Kioske" },
    PERSON: { en: "The person (link)", de: "Die Person (Link)" },
  } satisfies OfEveryActor,
  subjects: {
    appointment: {
      plural: { en: "Appointments", de: "Termine" },
      singular: { en: "appointment", de: "Termin" },
    },
    visit: {
      plural: { en: "Visits", de: "Besuche" },
      singular: { en: "visit", de: "Besuch" },
    },
    department: {
      plural: { en: "Departments", de: "Abteilungen" },
      singular: { en: "department", de: "Abteilung" },
    },
    worker: {
      plural: { en: "Staff members", de: "Mitarbeitende" },
      singular: { en: "staff member", de: "mitarbeitende Person" },
    },
    api_key: {
      plural: { en: "API keys", de: "API-Schlüssel" },
      singular: { en: "API key", de: "API-Schlüssel" },
    },
    webhook: {
      plural: { en: "Webhooks", de: "Webhooks" },
      singular: { en: "webhook", de: "Webhook" },
    },
    staff: {
      plural: { en: "Team", de: "Team" },
      singular: { en: "person", de: "Person" },
    },
    credits: {
      plural: { en: "Credits", de: "Guthaben" },
      singular: { en: "credits", de: "Guthaben" },
    },
    organization: {
      plural: { en: "Organization", de: "Organisation" },
      singular: { en: "organization", de: "Organisation" },
    },
    reporting_token: {
      plural: { en: "Reporting tokens", de: "Berichts-Token" },
      singular: { en: "reporting token", de: "Berichts-Token" },
    },
    reporting_role: {
      plural: { en: "SQL access", de: "SQL-Zugänge" },
      singular: { en: "SQL access", de: "SQL-Zugang" },
    },
    screen: {
      plural: { en: "Screens", de: "Bildschirme" },
      singular: { en: "screen", de: "Bildschirm" },
    },
    waitlist_entry: {
      plural: { en: "Waiting list", de: "Warteliste" },
      singular: { en: "entry of the waiting list", de: "Eintrag der Warteliste" },
    },
  },
  actions: {
    appointment: {
      created: { en: "Appointment booked", de: "Termin gebucht" },
      updated: { en: "Appointment edited", de: "Termin geändert" },
      handed_over: {
        en: "Appointment given to another person",
        de: "Termin einer anderen Person gegeben",
      },
      rescheduled: { en: "Appointment moved", de: "Termin verschoben" },
      cancelled: { en: "Appointment cancelled", de: "Termin abgesagt" },
      completed: { en: "Checked in", de: "Eingecheckt" },
      missed: { en: "Marked as missed", de: "Als nicht erschienen markiert" },
      reverted: { en: "Set back to scheduled", de: "Wieder auf geplant gesetzt" },
      archived: { en: "Appointment archived", de: "Termin archiviert" },
      erased: { en: "Appointment anonymized", de: "Termin anonymisiert" },
      expired: {
        en: "Appointment anonymized after its time",
        de: "Termin nach Ablauf der Frist anonymisiert",
      },
      legal_hold_placed: { en: "Legal hold placed", de: "Löschsperre gesetzt" },
      legal_hold_lifted: { en: "Legal hold lifted", de: "Löschsperre aufgehoben" },
      exported: { en: "Data of a person downloaded", de: "Daten einer Person heruntergeladen" },
    },
    visit: {
      arrived: { en: "Arrived", de: "Angekommen" },
      called: { en: "Called", de: "Aufgerufen" },
      started: { en: "Service started", de: "Bedienung begonnen" },
      finished: { en: "Visit ended", de: "Besuch beendet" },
      returned: { en: "Sent back to the queue", de: "Zurück in die Warteschlange" },
      transferred: { en: "Sent to another department", de: "An andere Abteilung weitergeleitet" },
      updated: { en: "Visit edited", de: "Besuch geändert" },
    },
    department: {
      created: { en: "Department created", de: "Abteilung angelegt" },
      updated: { en: "Department changed", de: "Abteilung geändert" },
      queue_changed: { en: "Rules of the queue changed", de: "Regeln der Warteschlange geändert" },
    },
    worker: {
      created: { en: "Staff member added", de: "Mitarbeitende Person angelegt" },
      updated: { en: "Staff member changed", de: "Mitarbeitende Person geändert" },
    },
    api_key: {
      created: { en: "API key created", de: "API-Schlüssel angelegt" },
      renamed: { en: "API key renamed", de: "API-Schlüssel umbenannt" },
      updated: { en: "API key changed", de: "API-Schlüssel geändert" },
      rotated: { en: "API key rotated", de: "API-Schlüssel ersetzt" },
      revoked: { en: "API key revoked", de: "API-Schlüssel widerrufen" },
    },
    webhook: {
      created: { en: "Webhook created", de: "Webhook angelegt" },
      updated: { en: "Webhook changed", de: "Webhook geändert" },
      deleted: { en: "Webhook deleted", de: "Webhook gelöscht" },
      secret_replaced: { en: "Webhook secret replaced", de: "Signaturschlüssel ersetzt" },
      tested: { en: "Webhook tested", de: "Webhook getestet" },
      delivery_retried: { en: "Delivery sent again", de: "Zustellung wiederholt" },
      recovered: {
        en: "Failed deliveries sent again",
        de: "Fehlgeschlagene Zustellungen wiederholt",
      },
    },
    staff: {
      created: { en: "Person invited", de: "Person eingeladen" },
      role_changed: { en: "Role changed", de: "Rolle geändert" },
      disabled: { en: "Person disabled", de: "Person deaktiviert" },
      enabled: { en: "Person re-enabled", de: "Person wieder aktiviert" },
      password_reset: { en: "Password reset", de: "Passwort zurückgesetzt" },
      password_changed: { en: "Password changed", de: "Passwort geändert" },
      factor_added: { en: "Second factor added", de: "Zweiter Faktor hinzugefügt" },
      factor_renamed: { en: "Second factor renamed", de: "Zweiter Faktor umbenannt" },
      factor_removed: { en: "Second factor removed", de: "Zweiter Faktor entfernt" },
      factors_reset: { en: "Second factors reset", de: "Zweite Faktoren zurückgesetzt" },
      recovery_codes_replaced: {
        en: "Recovery codes replaced",
        de: "Wiederherstellungscodes ersetzt",
      },
      recovery_code_used: { en: "Recovery code used", de: "Wiederherstellungscode benutzt" },
      sso_link_created: {
        en: "Link for single sign-on created",
        de: "Link zur Anbieter-Anmeldung erstellt",
      },
      sso_linked: { en: "Single sign-on linked", de: "Anbieter-Konto verknüpft" },
      sso_unlinked: { en: "Single sign-on unlinked", de: "Anbieter-Konto gelöst" },
      signed_in: { en: "Signed in", de: "Anmeldung" },
      sign_in_failed: { en: "Failed sign-in", de: "Fehlgeschlagene Anmeldung" },
      signed_out: { en: "Signed out", de: "Abmeldung" },
      sessions_ended: { en: "Sessions ended", de: "Sitzungen beendet" },
    },
    credits: {
      granted: { en: "Credits granted", de: "Guthaben gutgeschrieben" },
    },
    organization: {
      created: { en: "Organization created", de: "Organisation angelegt" },
      updated: { en: "Organization changed", de: "Organisation geändert" },
      sso_changed: { en: "Single sign-on changed", de: "Anbieter-Anmeldung geändert" },
      sso_removed: { en: "Single sign-on removed", de: "Anbieter-Anmeldung entfernt" },
      email_changed: { en: "E-mail changed", de: "E-Mail geändert" },
      appointments_exported: { en: "Appointments downloaded", de: "Termine heruntergeladen" },
      retention_applied: { en: "Old data of people removed", de: "Alte Personendaten entfernt" },
      closed: { en: "Organization closed", de: "Organisation geschlossen" },
      reopened: { en: "Organization opened again", de: "Organisation wieder geöffnet" },
    },
    reporting_token: {
      created: { en: "Reporting token created", de: "Berichts-Token angelegt" },
      revoked: { en: "Reporting token revoked", de: "Berichts-Token widerrufen" },
    },
    reporting_role: {
      created: { en: "SQL access created", de: "SQL-Zugang angelegt" },
      removed: { en: "SQL access removed", de: "SQL-Zugang entfernt" },
    },
    screen: {
      created: { en: "Screen added", de: "Bildschirm angelegt" },
      revoked: { en: "Screen revoked", de: "Bildschirm widerrufen" },
    },
    waitlist_entry: {
      removed: { en: "Removed from the waiting list", de: "Von der Warteliste entfernt" },
    },
  } satisfies OfEveryAction,
  /** Sentences that say what was changed. */
  special: {
    departmentsOf: {
      en: "<by></by> changed the departments of <it></it>",
      de: "<by></by> hat die Abteilungen von <it></it> geändert",
    },
    movedTo: {
      en: "<by></by> moved <it></it> from {from} to {to}",
      de: "<by></by> hat <it></it> vom {from} auf den {to} verschoben",
    },
    calledTo: {
      en: "<by></by> called number <it></it> to counter {desk}",
      de: "<by></by> hat Nummer <it></it> zu Schalter {desk} aufgerufen",
    },
    calledAgain: {
      en: "<by></by> called number <it></it> again",
      de: "<by></by> hat Nummer <it></it> erneut aufgerufen",
    },
    outcome: {
      SERVED: {
        en: "<by></by> finished the visit of number <it></it>",
        de: "<by></by> hat den Besuch von Nummer <it></it> erledigt",
      },
      NO_SHOW: {
        en: "<by></by> marked number <it></it> as a no-show",
        de: "<by></by> hat Nummer <it></it> als nicht erschienen markiert",
      },
      LEFT: {
        en: "<by></by> noted that number <it></it> left without service",
        de: "<by></by> hat vermerkt, dass Nummer <it></it> ohne Bedienung gegangen ist",
      },
      CANCELLED: {
        en: "<by></by> removed number <it></it> from the queue",
        de: "<by></by> hat Nummer <it></it> aus der Warteschlange entfernt",
      },
    },
    transferredTo: {
      en: "<by></by> sent number <it></it> to {department}",
      de: "<by></by> hat Nummer <it></it> an {department} weitergeleitet",
    },
    closed: {
      en:
        "<by></by> closed <it></it> {span, select, day {on {from}} other {from {from} to {to}}}{hasReason, select, true { ({reason})} other {}}",
      de:
        "<by></by> hat <it></it> {span, select, day {am {from}} other {vom {from} bis zum {to}}} geschlossen{hasReason, select, true { ({reason})} other {}}",
    },
    reopened: {
      en:
        "<by></by> removed the closure of <it></it> {span, select, day {on {from}} other {from {from} to {to}}}{hasReason, select, true { ({reason})} other {}}",
      de:
        "<by></by> hat die Schließung von <it></it> {span, select, day {am {from}} other {vom {from} bis zum {to}}} entfernt{hasReason, select, true { ({reason})} other {}}",
    },
    bookable: {
      en: "<by></by> made <it></it> bookable",
      de: "<by></by> hat <it></it> buchbar gemacht",
    },
    notBookable: {
      en: "<by></by> stopped bookings for <it></it>",
      de: "<by></by> hat Buchungen für <it></it> gesperrt",
    },
    away: {
      en:
        "<by></by> entered an absence of <it></it> {span, select, day {on {from}} other {from {from} to {to}}}{hasHours, select, true {, {starts}–{ends}} other {}}",
      de:
        "<by></by> hat eine Abwesenheit von <it></it> {span, select, day {am {from}} other {vom {from} bis zum {to}}}{hasHours, select, true {, {starts}–{ends}} other {}} eingetragen",
    },
    shifts: {
      en:
        "<by></by> planned the hours of <it></it> for {count, plural, one {a day} other {# days}}",
      de:
        "<by></by> hat die Arbeitszeiten von <it></it> für {count, plural, one {einen Tag} other {# Tage}} geplant",
    },
    back: {
      en:
        "<by></by> removed the absence of <it></it> {span, select, day {on {from}} other {from {from} to {to}}}{hasHours, select, true {, {starts}–{ends}} other {}}",
      de:
        "<by></by> hat die Abwesenheit von <it></it> {span, select, day {am {from}} other {vom {from} bis zum {to}}}{hasHours, select, true {, {starts}–{ends}} other {}} entfernt",
    },
    workerOn: {
      en: "<by></by> opened <it></it> for bookings",
      de: "<by></by> hat <it></it> für Buchungen freigegeben",
    },
    workerOff: {
      en: "<by></by> stopped bookings for <it></it>",
      de: "<by></by> hat Buchungen für <it></it> gesperrt",
    },
    granted: {
      en: "<by></by> granted {count, plural, one {{amount} credit} other {{amount} credits}}",
      de:
        "<by></by> hat {count, plural, one {{amount} Credit} other {{amount} Credits}} gutgeschrieben",
    },
  },
  dates: {
    en:
      "{span, select, day {{from}} other {{from} to {to}}}{hasHours, select, true {, {starts}–{ends}} other {}}{hasReason, select, true { ({reason})} other {}}",
    de:
      "{span, select, day {{from}} other {{from} bis {to}}}{hasHours, select, true {, {starts}–{ends}} other {}}{hasReason, select, true { ({reason})} other {}}",
  },
  sentences: {
    appointment: {
      created: { en: "<by></by> booked <it></it>", de: "<by></by> hat <it></it> gebucht" },
      updated: { en: "<by></by> edited <it></it>", de: "<by></by> hat <it></it> geändert" },
      handed_over: {
        en: "<by></by> gave <it></it> to another person",
        de: "<by></by> hat <it></it> einer anderen Person gegeben",
      },
      rescheduled: { en: "<by></by> moved <it></it>", de: "<by></by> hat <it></it> verschoben" },
      cancelled: { en: "<by></by> cancelled <it></it>", de: "<by></by> hat <it></it> abgesagt" },
      completed: {
        en: "<by></by> checked in <it></it>",
        de: "<by></by> hat <it></it> eingecheckt",
      },
      missed: {
        en: "<by></by> marked <it></it> as missed",
        de: "<by></by> hat <it></it> als nicht erschienen markiert",
      },
      reverted: {
        en: "<by></by> set <it></it> back to scheduled",
        de: "<by></by> hat <it></it> wieder auf geplant gesetzt",
      },
      archived: { en: "<by></by> archived <it></it>", de: "<by></by> hat <it></it> archiviert" },
      erased: { en: "<by></by> anonymized <it></it>", de: "<by></by> hat <it></it> anonymisiert" },
      expired: {
        en: "A rule of the organization anonymized <it></it>",
        de: "Eine Regel der Organisation hat <it></it> anonymisiert",
      },
      legal_hold_placed: {
        en: "<by></by> placed a legal hold on the person of <it></it>",
        de: "<by></by> hat eine Löschsperre für die Person von <it></it> gesetzt",
      },
      legal_hold_lifted: {
        en: "<by></by> lifted the legal hold on the person of <it></it>",
        de: "<by></by> hat die Löschsperre für die Person von <it></it> aufgehoben",
      },
      exported: {
        en: "<by></by> downloaded everything that is known of the person of <it></it>",
        de: "<by></by> hat alles heruntergeladen, was über die Person von <it></it> bekannt ist",
      },
    },
    visit: {
      arrived: {
        en: "<by></by> noted the arrival of number <it></it>",
        de: "<by></by> hat die Ankunft von Nummer <it></it> erfasst",
      },
      called: {
        en: "<by></by> called number <it></it>",
        de: "<by></by> hat Nummer <it></it> aufgerufen",
      },
      started: {
        en: "<by></by> started to serve number <it></it>",
        de: "<by></by> hat begonnen, Nummer <it></it> zu bedienen",
      },
      finished: {
        en: "<by></by> ended the visit of number <it></it>",
        de: "<by></by> hat den Besuch von Nummer <it></it> beendet",
      },
      returned: {
        en: "<by></by> sent number <it></it> back to the queue",
        de: "<by></by> hat Nummer <it></it> in die Warteschlange zurückgeschickt",
      },
      transferred: {
        en: "<by></by> sent number <it></it> to another department",
        de: "<by></by> hat Nummer <it></it> an eine andere Abteilung weitergeleitet",
      },
      updated: {
        en: "<by></by> edited the visit of number <it></it>",
        de: "<by></by> hat den Besuch von Nummer <it></it> geändert",
      },
    },
    department: {
      created: {
        en: "<by></by> created the department <it></it>",
        de: "<by></by> hat die Abteilung <it></it> angelegt",
      },
      updated: {
        en: "<by></by> changed the department <it></it>",
        de: "<by></by> hat die Abteilung <it></it> geändert",
      },
      queue_changed: {
        en: "<by></by> changed the rules of the queue of <it></it>",
        de: "<by></by> hat die Regeln der Warteschlange von <it></it> geändert",
      },
    },
    worker: {
      created: {
        en: "<by></by> added the staff member <it></it>",
        de: "<by></by> hat <it></it> zu den Mitarbeitenden hinzugefügt",
      },
      updated: {
        en: "<by></by> changed the staff member <it></it>",
        de: "<by></by> hat <it></it> bei den Mitarbeitenden geändert",
      },
    },
    api_key: {
      created: {
        en: "<by></by> created the API key <it></it>",
        de: "<by></by> hat den API-Schlüssel <it></it> angelegt",
      },
      renamed: {
        en: "<by></by> renamed the API key <it></it>",
        de: "<by></by> hat den API-Schlüssel <it></it> umbenannt",
      },
      updated: {
        en: "<by></by> changed the API key <it></it>",
        de: "<by></by> hat den API-Schlüssel <it></it> geändert",
      },
      rotated: {
        en: "<by></by> rotated the API key <it></it>",
        de: "<by></by> hat den API-Schlüssel <it></it> ersetzt",
      },
      revoked: {
        en: "<by></by> revoked the API key <it></it>",
        de: "<by></by> hat den API-Schlüssel <it></it> widerrufen",
      },
    },
    webhook: {
      created: {
        en: "<by></by> created the webhook <it></it>",
        de: "<by></by> hat den Webhook <it></it> angelegt",
      },
      updated: {
        en: "<by></by> changed the webhook <it></it>",
        de: "<by></by> hat den Webhook <it></it> geändert",
      },
      deleted: {
        en: "<by></by> deleted the webhook <it></it>",
        de: "<by></by> hat den Webhook <it></it> gelöscht",
      },
      secret_replaced: {
        en: "<by></by> replaced the secret of the webhook <it></it>",
        de: "<by></by> hat den Signaturschlüssel des Webhooks <it></it> ersetzt",
      },
      tested: {
        en: "<by></by> tested the webhook <it></it>",
        de: "<by></by> hat den Webhook <it></it> getestet",
      },
      delivery_retried: {
        en: "<by></by> sent a delivery of the webhook <it></it> again",
        de: "<by></by> hat eine Zustellung des Webhooks <it></it> wiederholt",
      },
      recovered: {
        en: "<by></by> sent failed deliveries of the webhook <it></it> again",
        de: "<by></by> hat fehlgeschlagene Zustellungen des Webhooks <it></it> wiederholt",
      },
    },
    staff: {
      created: { en: "<by></by> invited <it></it>", de: "<by></by> hat <it></it> eingeladen" },
      role_changed: {
        en: "<by></by> changed the role of <it></it>",
        de: "<by></by> hat die Rolle von <it></it> geändert",
      },
      disabled: { en: "<by></by> disabled <it></it>", de: "<by></by> hat <it></it> deaktiviert" },
      enabled: {
        en: "<by></by> re-enabled <it></it>",
        de: "<by></by> hat <it></it> wieder aktiviert",
      },
      password_reset: {
        en: "<by></by> reset the password of <it></it>",
        de: "<by></by> hat das Passwort von <it></it> zurückgesetzt",
      },
      password_changed: {
        en: "<by></by> changed their password",
        de: "<by></by> hat das eigene Passwort geändert",
      },
      factor_added: {
        en: "<by></by> added a second factor",
        de: "<by></by> hat einen zweiten Faktor hinzugefügt",
      },
      factor_renamed: {
        en: "<by></by> renamed a second factor",
        de: "<by></by> hat einen zweiten Faktor umbenannt",
      },
      factor_removed: {
        en: "<by></by> removed a second factor",
        de: "<by></by> hat einen zweiten Faktor entfernt",
      },
      factors_reset: {
        en: "<by></by> removed the second factors of <it></it>",
        de: "<by></by> hat die zweiten Faktoren von <it></it> entfernt",
      },
      recovery_codes_replaced: {
        en: "<by></by> replaced their recovery codes",
        de: "<by></by> hat die eigenen Wiederherstellungscodes ersetzt",
      },
      recovery_code_used: {
        en: "<by></by> used a recovery code",
        de: "<by></by> hat einen Wiederherstellungscode benutzt",
      },
      sso_link_created: {
        en: "<by></by> created a link for single sign-on of <it></it>",
        de: "<by></by> hat einen Link zur Anbieter-Anmeldung von <it></it> erstellt",
      },
      sso_linked: {
        en: "<by></by> linked their account at the provider",
        de: "<by></by> hat das eigene Konto beim Anbieter verknüpft",
      },
      sso_unlinked: {
        en: "<by></by> unlinked the account of <it></it> at the provider",
        de: "<by></by> hat das Konto von <it></it> beim Anbieter gelöst",
      },
      signed_in: { en: "<by></by> signed in", de: "<by></by> hat sich angemeldet" },
      sign_in_failed: {
        en: "Somebody tried to sign in as <it></it> with a wrong password",
        de: "Jemand wollte sich mit einem falschen Passwort als <it></it> anmelden",
      },
      signed_out: { en: "<by></by> signed out", de: "<by></by> hat sich abgemeldet" },
      sessions_ended: {
        en: "<by></by> ended sessions of <it></it>",
        de: "<by></by> hat Sitzungen von <it></it> beendet",
      },
    },
    credits: {
      granted: { en: "<by></by> granted credits", de: "<by></by> hat Guthaben gutgeschrieben" },
    },
    organization: {
      created: {
        en: "<by></by> created the organization <it></it>",
        de: "<by></by> hat die Organisation <it></it> angelegt",
      },
      updated: {
        en: "<by></by> changed the settings of the organization",
        de: "<by></by> hat die Einstellungen der Organisation geändert",
      },
      retention_applied: {
        en: "Data of people was removed by the rules of the organization",
        de: "Personendaten wurden nach den Regeln der Organisation entfernt",
      },
      sso_changed: {
        en: "<by></by> changed single sign-on",
        de: "<by></by> hat die Anbieter-Anmeldung geändert",
      },
      sso_removed: {
        en: "<by></by> removed single sign-on",
        de: "<by></by> hat die Anbieter-Anmeldung entfernt",
      },
      email_changed: {
        en: "<by></by> changed the e-mail to people with appointments",
        de: "<by></by> hat die E-Mails an Personen mit Terminen geändert",
      },
      appointments_exported: {
        en: "<by></by> downloaded appointments as CSV",
        de: "<by></by> hat Termine als CSV heruntergeladen",
      },
      closed: {
        en: "<by></by> closed the organization",
        de: "<by></by> hat die Organisation geschlossen",
      },
      reopened: {
        en: "<by></by> opened the organization again",
        de: "<by></by> hat die Organisation wieder geöffnet",
      },
    },
    reporting_token: {
      created: {
        en: "<by></by> created the reporting token <it></it>",
        de: "<by></by> hat das Berichts-Token <it></it> angelegt",
      },
      revoked: {
        en: "<by></by> revoked the reporting token <it></it>",
        de: "<by></by> hat das Berichts-Token <it></it> widerrufen",
      },
    },
    reporting_role: {
      created: {
        en: "<by></by> created the SQL access <it></it>",
        de: "<by></by> hat den SQL-Zugang <it></it> angelegt",
      },
      removed: {
        en: "<by></by> removed the SQL access <it></it>",
        de: "<by></by> hat den SQL-Zugang <it></it> entfernt",
      },
    },
    screen: {
      created: {
        en: "<by></by> added the screen <it></it>",
        de: "<by></by> hat den Bildschirm <it></it> angelegt",
      },
      revoked: {
        en: "<by></by> revoked the screen <it></it>",
        de: "<by></by> hat den Bildschirm <it></it> widerrufen",
      },
    },
    waitlist_entry: {
      removed: {
        en: "<by></by> removed entry <it></it> from the waiting list",
        de: "<by></by> hat Eintrag <it></it> von der Warteliste entfernt",
      },
    },
  } satisfies OfEveryAction,
  fields: {
    ...labelsOf(appointmentFields),
    ...labelsOf(visitFields),
    ...labelsOf(departmentFields),
    ...labelsOf(queueRuleFields),
    overrideReason: { en: "Reason", de: "Grund" },
    environment: { en: "Environment", de: "Umgebung" },
    scopes: { en: "Permissions", de: "Berechtigungen" },
    rateLimitPerHour: { en: "Requests per hour", de: "Anfragen pro Stunde" },
    replaces: { en: "Replaces key", de: "Ersetzt Schlüssel" },
    role: { en: "Role", de: "Rolle" },
    sessions: { en: "Sessions", de: "Sitzungen" },
    failures: { en: "Attempts", de: "Versuche" },
    amount: { en: "Credits", de: "Credits" },
    timeZone: { en: "Time zone", de: "Zeitzone" },
    factorRequiredRoles: {
      en: "Roles that need a second factor",
      de: "Rollen, die einen zweiten Faktor brauchen",
    },
    issuer: { en: "Identity provider", de: "Identitätsanbieter" },
    clientId: { en: "Client id", de: "Client-ID" },
    clientSecret: { en: "Client secret", de: "Client-Secret" },
    groupsClaim: { en: "Claim with the groups", de: "Claim mit den Gruppen" },
    groupRules: { en: "Rules for groups", de: "Regeln für Gruppen" },
    kinds: { en: "Kinds of mails", de: "Arten von E-Mails" },
    senderName: { en: "Name of the sender", de: "Name des Absenders" },
    replyTo: { en: "Address for answers", de: "Adresse für Antworten" },
    texts: { en: "Texts", de: "Texte" },
    ssoOnly: { en: "Single sign-on only", de: "Nur Anmeldung über den Anbieter" },
    factor: { en: "Second factor", de: "Zweiter Faktor" },
    url: { en: "URL", de: "URL" },
    events: { en: "Events", de: "Ereignisse" },
    closure: { en: "Closure", de: "Schließung" },
    holidays: { en: "Public holidays", de: "Feiertage" },
    country: { en: "Country", de: "Land" },
    region: { en: "Region", de: "Region" },
    absence: { en: "Absence", de: "Abwesenheit" },
    shifts: { en: "Hours", de: "Arbeitszeiten" },
    monday: { en: "Mon", de: "Mo" },
    tuesday: { en: "Tue", de: "Di" },
    wednesday: { en: "Wed", de: "Mi" },
    thursday: { en: "Thu", de: "Do" },
    friday: { en: "Fri", de: "Fr" },
    saturday: { en: "Sat", de: "Sa" },
    sunday: { en: "Sun", de: "So" },
    minLeadMinutes: { en: "Minimum notice in minutes", de: "Mindestvorlauf in Minuten" },
    maxDaysAhead: { en: "Days ahead", de: "Tage im Voraus" },
    refusePast: { en: "Block past times", de: "Vergangene Zeiten sperren" },
    since: { en: "Since", de: "Seit" },
    deliveries: { en: "Deliveries", de: "Zustellungen" },
    kind: { en: "Kind", de: "Art" },
    departmentIds: { en: "Departments", de: "Abteilungen" },
    givesTickets: { en: "Gives tickets", de: "Gibt Wartenummern aus" },
    takesNames: { en: "Takes names", de: "Nimmt Namen an" },
    showsNames: { en: "Shows names", de: "Zeigt Namen" },
    // Not only of departments, so it is not their "Bookable".
    isActive: { en: "Active", de: "Aktiv" },
    includeContact: { en: "Contact data", de: "Kontaktdaten" },
    includeTest: { en: "Test events", de: "Testereignisse" },
    email: { en: "E-mail", de: "E-Mail" },
    calls: { en: "API calls", de: "API-Aufrufe" },
    visits: { en: "Visits without an appointment", de: "Besuche ohne Termin" },
    appointmentDays: { en: "Days of appointments", de: "Tage der Termine" },
    eventDays: { en: "Days of events", de: "Tage der Ereignisse" },
    usageDays: { en: "Days of API calls", de: "Tage der API-Aufrufe" },
    auditDays: { en: "Days of the audit log", de: "Tage des Protokolls" },
    entries: { en: "Entries of the audit log", de: "Einträge im Protokoll" },
    maxKeyDays: {
      en: "Maximum life of API keys in days",
      de: "Höchste Laufzeit von API-Schlüsseln in Tagen",
    },
    lowCreditThreshold: { en: "Warning of low credits", de: "Warnung bei wenig Guthaben" },
    dailyCreditCap: { en: "Credits per day", de: "Credits pro Tag" },
    allowedNetworks: { en: "Allowed networks", de: "Erlaubte Netze" },
    expiresAt: { en: "Expires", de: "Läuft ab" },
    balance: { en: "Balance", de: "Stand" },
    appointments: { en: "Appointments", de: "Termine" },
    startDate: { en: "From", de: "Von" },
    endDate: { en: "To", de: "Bis" },
    search: { en: "Search text", de: "Suchtext" },
    qrCode: { en: "Code", de: "Code" },
    includeArchived: { en: "Archived too", de: "Auch archivierte" },
  },
  values: {
    SCHEDULED: { en: "Scheduled", de: "Geplant" },
    COMPLETED: { en: "Completed", de: "Erledigt" },
    MISSED: { en: "Missed", de: "Nicht erschienen" },
    CANCELLED: { en: "Cancelled", de: "Abgesagt" },
    LIVE: { en: "Live", de: "Live" },
    TEST: { en: "Test", de: "Test" },
    READ_APPOINTMENTS: { en: "Read", de: "Lesen" },
    WRITE_APPOINTMENTS: { en: "Write", de: "Schreiben" },
    OWNER: { en: "Owner", de: "Inhaber" },
    ADMIN: { en: "Administrator", de: "Administrator" },
    STAFF: { en: "Front desk", de: "Empfang" },
    VIEWER: { en: "Viewer", de: "Nur Lesen" },
    ...textsOfEvents(({ label }) => label),
    WAITING: { en: "Waiting", de: "Wartet" },
    CALLED: { en: "Called", de: "Aufgerufen" },
    IN_SERVICE: { en: "In service", de: "Wird bedient" },
    ENDED: { en: "Ended", de: "Beendet" },
    SERVED: { en: "Served", de: "Erledigt" },
    LEFT: { en: "Left without service", de: "Ohne Bedienung gegangen" },
    NO_SHOW: { en: "No-show", de: "Nicht erschienen" },
    DISPLAY: { en: "Display", de: "Aufrufanzeige" },
    KIOSK: { en: "Kiosk", de: "Kiosk" },
    ...personLinkTexts,
    ARRIVE: { en: "The person is waiting", de: "Die Person wartet" },
    COMPLETE: { en: "The appointment is completed", de: "Der Termin wird erledigt" },
  },
});
