import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  unreachable: {
    en: "Couldn't reach the server. Check your connection and try again.",
    de: "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  },
  notConnected: {
    en: "No connection. This appears when the connection is back.",
    de: "Keine Verbindung. Der Inhalt erscheint, wenn die Verbindung wieder da ist.",
  },
  code: {
    FORBIDDEN: { en: "Your role does not allow this.", de: "Ihre Rolle erlaubt das nicht." },
    NOT_FOUND: {
      en: "This no longer exists. Reload the page.",
      de: "Das gibt es nicht mehr. Laden Sie die Seite neu.",
    },
    CONFLICT: {
      en: "Someone else changed this in the meantime. Reload and try again.",
      de: "Jemand hat das inzwischen geändert. Laden Sie neu und versuchen Sie es erneut.",
    },
    RATE_LIMIT_EXCEEDED: {
      en: "Too many requests. Wait a moment and try again.",
      de: "Zu viele Anfragen. Warten Sie kurz und versuchen Sie es erneut.",
    },
    UNAVAILABLE: {
      en: "The server is busy. Try again in a moment.",
      de: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
    },
    INTERNAL_ERROR: {
      en: "Something went wrong on the server. Try again.",
      de: "Auf dem Server ist etwas schiefgegangen. Versuchen Sie es erneut.",
    },
    INVALID: { en: "Check what you entered.", de: "Prüfen Sie Ihre Eingaben." },
  },
  service: {
    required: { en: "This is required", de: "Pflichtfeld" },
    empty: { en: "This is required", de: "Pflichtfeld" },
    invisible: {
      en: "Use at least one visible character",
      de: "Mindestens ein sichtbares Zeichen angeben",
    },
    tooLong: { en: "Use at most {max} characters", de: "Höchstens {max} Zeichen" },
    tooShort: { en: "Use at least {min} characters", de: "Mindestens {min} Zeichen" },
    numberBetween: {
      en: "Enter a whole number from {min} to {max}",
      de: "Geben Sie eine ganze Zahl von {min} bis {max} ein",
    },
    numberFrom: {
      en: "Enter a whole number from {min}",
      de: "Geben Sie eine ganze Zahl ab {min} ein",
    },
    belowInterval: {
      en: "Must be less than the slot length",
      de: "Muss kleiner sein als die Länge eines Zeitfensters",
    },
    timeZone: {
      en: "Choose a time zone such as Europe/Berlin",
      de: "Wählen Sie eine Zeitzone wie Europe/Berlin",
    },
    tooManyEntries: { en: "Use at most {max} entries", de: "Höchstens {max} Einträge" },
    sameNameTwice: {
      en: "Use each name only once",
      de: "Verwenden Sie jeden Namen nur einmal",
    },
    sameNumberTwice: {
      en: "Use each number only once",
      de: "Verwenden Sie jede Zahl nur einmal",
    },
    signedOut: {
      en: "You are signed out. Sign in again.",
      de: "Sie sind abgemeldet. Melden Sie sich neu an.",
    },
    oneTimePassword: {
      en: "Your password works only once. Change it first.",
      de: "Ihr Passwort gilt nur einmal. Ändern Sie es zuerst.",
    },
    email: { en: "Enter an e-mail address", de: "Geben Sie eine E-Mail-Adresse ein" },
    wrongPassword: {
      en: "This is not your current password",
      de: "Das ist nicht Ihr aktuelles Passwort",
    },
    samePassword: {
      en: "Choose a password that differs from the current one",
      de: "Wählen Sie ein anderes Passwort als das aktuelle",
    },
    factorNeeded: {
      en: "Enter a code of your app or a recovery code, or use a passkey",
      de:
        "Geben Sie einen Code Ihrer App oder einen Wiederherstellungscode ein, oder benutzen Sie einen Passkey",
    },
    twoCodesNeeded: {
      en:
        "Someone entered wrong codes for your account. Type the code of your app, wait for the next one, and type it after the first.",
      de:
        "Jemand hat falsche Codes für Ihr Konto eingegeben. Tippen Sie den Code Ihrer App, warten Sie auf den nächsten, und tippen Sie ihn dahinter.",
    },
    factorSetupNeeded: {
      en: "Your organization requires a second factor. Add one first.",
      de: "Ihre Organisation verlangt einen zweiten Faktor. Fügen Sie zuerst einen hinzu.",
    },
    stepUpNeeded: {
      en: "Confirm that it is you, and try again",
      de: "Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal",
    },
    wrongCode: {
      en: "This is not the current code of your app",
      de: "Das ist nicht der aktuelle Code Ihrer App",
    },
    wrongProof: {
      en: "This is wrong, or was used before",
      de: "Das ist falsch oder wurde schon benutzt",
    },
    passkeyFailed: {
      en: "This passkey is unknown, or took too long. Try again.",
      de: "Dieser Passkey ist unbekannt oder hat zu lange gebraucht. Versuchen Sie es noch einmal.",
    },
    passkeyTaken: {
      en: "This passkey is already used",
      de: "Dieser Passkey wird schon benutzt",
    },
    passkeysNeedDomain: {
      en: "Passkeys cannot be used at this address",
      de: "An dieser Adresse sind Passkeys nicht möglich",
    },
    tooManyFactors: {
      en: "You have the maximum number of factors. Remove one that you do not use.",
      de: "Mehr Faktoren sind nicht möglich. Entfernen Sie einen, den Sie nicht benutzen.",
    },
    factorFirst: {
      en: "Add a passkey or an authenticator app first",
      de: "Fügen Sie zuerst einen Passkey oder eine Authenticator-App hinzu",
    },
    ssoRefused: {
      en: "The sign-in at your organization's provider failed or took too long. Try again.",
      de:
        "Die Anmeldung beim Anbieter Ihrer Organisation ist fehlgeschlagen oder hat zu lange gedauert. Versuchen Sie es noch einmal.",
    },
    ssoNotLinked: {
      en:
        "Your account at the provider is not linked to an account here. Ask an owner of your organization for a link.",
      de:
        "Ihr Konto beim Anbieter ist hier mit keinem Konto verknüpft. Bitten Sie einen Inhaber Ihrer Organisation um einen Link.",
    },
    ssoLinkEnded: {
      en: "This link was used before, or has ended. Ask for a new one.",
      de: "Dieser Link wurde schon benutzt oder ist abgelaufen. Bitten Sie um einen neuen.",
    },
    ssoIdentityTaken: {
      en: "Another person of your organization uses this account of the provider",
      de: "Eine andere Person Ihrer Organisation benutzt dieses Konto des Anbieters",
    },
    noGroupOfSso: {
      en:
        "None of your groups at the provider may use this service. Ask an owner of your organization.",
      de:
        "Keine Ihrer Gruppen beim Anbieter darf diesen Dienst benutzen. Fragen Sie einen Inhaber Ihrer Organisation.",
    },
    noSsoHere: {
      en: "There is no single sign-on at this address",
      de: "Unter dieser Adresse gibt es keine Anmeldung über einen Anbieter",
    },
    providerAway: {
      en:
        "The identity provider does not answer, or its answer is invalid. Try again, or sign in in another way.",
      de:
        "Der Identitätsanbieter antwortet nicht, oder seine Antwort ist ungültig. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
    },
    providerInvalid: {
      en: "Is not an OpenID provider that this service can reach",
      de: "Ist kein OpenID-Anbieter, den dieser Dienst erreicht",
    },
    proveBySso: {
      en: "Sign in at your organization's provider again",
      de: "Melden Sie sich noch einmal beim Anbieter Ihrer Organisation an",
    },
    ssoOnlyNeedsSession: {
      en:
        "Sign in with the provider first. Only then can it become the only way to sign in. Its issuer and client cannot change while it is.",
      de:
        "Melden Sie sich zuerst über den Anbieter an. Erst dann kann er der einzige Weg zur Anmeldung werden. Solange er das ist, bleiben Aussteller und Client gleich.",
    },
    notSsoOnly: {
      en: "The organization is not SSO only",
      de: "Die Organisation erlaubt schon Passwörter",
    },
    noIdentityProvider: {
      en: "The organization has no identity provider",
      de: "Die Organisation hat keinen Identitätsanbieter",
    },
    ownSsoSession: {
      en: "You have signed in with this account. Another owner can unlink it.",
      de:
        "Sie haben sich mit diesem Konto angemeldet. Ein anderer Inhaber kann die Verknüpfung lösen.",
    },
    groupsClaimNeeded: {
      en: "Name the claim with the groups, or remove the rules",
      de: "Nennen Sie den Claim mit den Gruppen, oder entfernen Sie die Regeln",
    },
    tooManyGroupRules: {
      en: "Use at most {max} rules",
      de: "Höchstens {max} Regeln sind möglich",
    },
    unknownPlaceholder: {
      en: "There is no placeholder {name}. Use these in braces: {list}",
      de: "Den Platzhalter {name} gibt es nicht. Möglich sind, in geschweiften Klammern: {list}",
    },
    noMailServer: {
      en:
        "This service cannot send e-mail yet. Its operator must set SMTP_URL, EMAIL_FROM and PUBLIC_URL.",
      de:
        "Dieser Dienst kann noch keine E-Mails senden. Sein Betreiber muss SMTP_URL, EMAIL_FROM und PUBLIC_URL setzen.",
    },
    signInFailed: {
      en: "The e-mail address or the password is wrong",
      de: "E-Mail-Adresse oder Passwort ist falsch",
    },
    tooManyAttempts: {
      en: "Too many failed attempts. Wait a few minutes and try again.",
      de: "Zu viele Fehlversuche. Warten Sie einige Minuten.",
    },
    signInDelayed: {
      en:
        "Too many wrong passwords were entered for this account. If you have an authenticator app, type its code below: with the right password it signs you in at once. Otherwise try again in a minute.",
      de:
        "Für dieses Konto wurden zu viele falsche Passwörter eingegeben. Wenn Sie eine Authenticator-App haben, geben Sie unten ihren Code ein: Mit dem richtigen Passwort melden Sie sich damit sofort an. Sonst versuchen Sie es in einer Minute noch einmal.",
    },
    busy: {
      en: "The server is busy. Try again in a moment.",
      de: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
    },
    emailTaken: {
      en: "Someone in your team already has this e-mail address",
      de: "Diese E-Mail-Adresse gehört schon zu Ihrem Team",
    },
    lastOwner: {
      en: "The last owner must stay an owner. Make someone else an owner first.",
      de: "Der letzte Inhaber muss Inhaber bleiben. Bestimmen Sie zuerst einen weiteren.",
    },
    commonPassword: {
      en: "This is one of the 10,000 most common passwords. Choose another one",
      de: "Dies ist eines der 10.000 häufigsten Passwörter. Wählen Sie ein anderes",
    },
    repeatedPassword: {
      en: "This repeats a few characters. Use more different ones",
      de: "Hier wiederholen sich wenige Zeichen. Verwenden Sie mehr verschiedene",
    },
    sequentialPassword: {
      en: "This is little more than a sequence such as 12345 or qwerty. Add other words",
      de: "Dies ist kaum mehr als eine Folge wie 12345 oder qwertz. Fügen Sie andere Wörter hinzu",
    },
    personalPassword: {
      en: "This is little more than your name, e-mail or organization. Add other words",
      de:
        "Dies ist kaum mehr als Ihr Name, Ihre E-Mail-Adresse oder Ihre Organisation. Fügen Sie andere Wörter hinzu",
    },
    passwordChanged: {
      en: "The password was changed elsewhere. Sign in again.",
      de: "Das Passwort wurde anderswo geändert. Melden Sie sich neu an.",
    },
    tooManyDepartments: {
      en: "You have the maximum number of departments. Reuse an inactive one.",
      de: "Mehr Abteilungen sind nicht möglich. Verwenden Sie eine inaktive wieder.",
    },
    tooManyWorkers: {
      en: "You have the maximum number of staff members. Rename an inactive one.",
      de: "Mehr Mitarbeitende sind nicht möglich. Benennen Sie eine inaktive Person um.",
    },
    tooManyKeys: {
      en: "You have the maximum number of active keys. Revoke keys that are not used.",
      de: "Mehr aktive Schlüssel sind nicht möglich. Widerrufen Sie ungenutzte.",
    },
    tooManyWebhooks: {
      en: "You have the maximum number of webhooks. Delete those that are not used.",
      de: "Mehr Webhooks sind nicht möglich. Löschen Sie ungenutzte.",
    },
    tooManyStaffUsers: {
      en: "Your team has the maximum size. Enable a disabled user again.",
      de: "Ihr Team hat die maximale Größe. Aktivieren Sie einen deaktivierten Benutzer wieder.",
    },
    tooManyReportingTokens: {
      en: "You have the maximum number of active tokens. Revoke those that are not used.",
      de: "Mehr aktive Tokens sind nicht möglich. Widerrufen Sie ungenutzte.",
    },
    tooManyScreens: {
      en: "You have the maximum number of screens. Revoke those that are not used.",
      de: "Mehr Bildschirme sind nicht möglich. Widerrufen Sie ungenutzte.",
    },
    tooManyAbsences: {
      en: "At most {max} absences are possible. Remove past ones.",
      de: "Höchstens {max} Abwesenheiten sind möglich. Entfernen Sie vergangene.",
    },
    noActiveDepartment: {
      en: "This department can't be booked at the moment",
      de: "Diese Abteilung ist derzeit nicht buchbar",
    },
    noCredits: {
      en: "You're out of credits. Each booking uses one credit.",
      de: "Ihr Guthaben ist leer. Jede Buchung kostet einen Credit.",
    },
    departmentClosed: {
      en: "This department can't be booked at the moment",
      de: "Diese Abteilung ist derzeit nicht buchbar",
    },
    workerRequired: { en: "Choose a staff member", de: "Wählen Sie eine mitarbeitende Person" },
    workerInactive: {
      en: "This staff member can't be booked at the moment",
      de: "Diese Person ist derzeit nicht buchbar",
    },
    workerUnavailable: { en: "Not available at this time", de: "Zu dieser Zeit nicht verfügbar" },
    workerBooked: { en: "Already booked at this time", de: "Zu dieser Zeit schon gebucht" },
    workerAway: { en: "Away at this time", de: "Zu dieser Zeit abwesend" },
    workerBusy: { en: "Already booked at this time", de: "Zu dieser Zeit schon gebucht" },
    timeSkipped: {
      en: "This time does not exist: the clocks go forward over it",
      de: "Diese Uhrzeit gibt es nicht: Die Uhr wird vorgestellt",
    },
    slotFull: {
      en: "This time is full ({booked} of {capacity} booked)",
      de: "Diese Zeit ist ausgebucht ({booked} von {capacity} belegt)",
    },
    closedFor: { en: "Closed on {date}: {reason}", de: "Geschlossen am {date}: {reason}" },
    closedOn: { en: "Closed on {date}", de: "Geschlossen am {date}" },
    closedAt: { en: "Closed at {time}", de: "Um {time} geschlossen" },
    past: { en: "This time is in the past", de: "Diese Zeit ist schon vorbei" },
    tooSoon: {
      en: "Book at least {minutes} minutes ahead",
      de: "Buchen Sie mindestens {minutes} Minuten im Voraus",
    },
    tooFarAhead: {
      en: "Book at most {days} days ahead",
      de: "Buchen Sie höchstens {days} Tage im Voraus",
    },
    tooLateToUndo: {
      en: "This can be undone only for {max} minutes",
      de: "Das kann nur {max} Minuten lang rückgängig gemacht werden",
    },
    already: {
      en:
        "The appointment is already {status, select, SCHEDULED {scheduled} COMPLETED {completed} MISSED {marked as missed} CANCELLED {cancelled} other {changed}}",
      de:
        "Der Termin ist bereits {status, select, SCHEDULED {geplant} COMPLETED {erledigt} MISSED {als nicht erschienen markiert} CANCELLED {abgesagt} other {geändert}}",
    },
    alreadyArchived: {
      en: "The appointment is already archived",
      de: "Der Termin ist bereits archiviert",
    },
    movedMeanwhile: {
      en: "Someone else moved this appointment to {date} at {time}, {department}",
      de: "Jemand anderes hat diesen Termin auf den {date} um {time} verschoben, {department}",
    },
    personHeld: {
      en: "A legal hold protects the data of this person. An OWNER can lift it in the settings.",
      de:
        "Eine Löschsperre schützt die Daten dieser Person. Inhaberinnen und Inhaber können sie in den Einstellungen aufheben.",
    },
    alreadyHeld: {
      en: "This appointment has a legal hold already",
      de: "Dieser Termin hat schon eine Löschsperre",
    },
    tooManyLegalHolds: {
      en:
        "The organization has {max} legal holds, the maximum. Lift those that are not needed any more.",
      de:
        "Die Organisation hat {max} Löschsperren, das Höchstmaß. Heben Sie die auf, die nicht mehr gebraucht werden.",
    },
    legalHoldNotFound: {
      en: "This legal hold was lifted in the meantime",
      de: "Diese Löschsperre wurde inzwischen aufgehoben",
    },
    otherPerson: {
      en: "Someone else gave this appointment to another person. Check who it is now.",
      de:
        "Jemand anderes hat diesen Termin auf eine andere Person geändert. Prüfen Sie, wer es jetzt ist.",
    },
    waitlistEntryNotFound: {
      en: "The waiting list does not have this entry",
      de: "Die Warteliste hat diesen Eintrag nicht",
    },
    waitlistEntryClosed: {
      en: "This entry was booked, was removed or has ended in the meantime",
      de: "Dieser Eintrag wurde inzwischen gebucht oder entfernt, oder er ist beendet",
    },
    otherWorker: {
      en: "Someone else changed who this appointment is with",
      de: "Jemand anderes hat geändert, bei wem dieser Termin ist",
    },
    noSuchCode: { en: "No appointment has this code", de: "Kein Termin hat diesen Code" },
    gone: { en: "This appointment no longer exists", de: "Diesen Termin gibt es nicht mehr" },
    reasonForEarly: {
      en: "This is required: the appointment is on {date} at {time}",
      de: "Pflichtfeld: Der Termin ist am {date} um {time}",
    },
    notBegun: {
      en: "The appointment begins on {date} at {time}. Nobody can have missed it yet.",
      de: "Der Termin beginnt am {date} um {time}. Noch kann ihn niemand versäumt haben.",
    },
    notPast: {
      en: "Only past or archived appointments can be anonymized",
      de: "Nur vergangene oder archivierte Termine können anonymisiert werden",
    },
    changedMeanwhile: {
      en: "Someone else changed this in the meantime",
      de: "Jemand anderes hat das inzwischen geändert",
    },
    pastMidnight: {
      en: "Enter {opens} to 24:00 on this day, and 00:00 to {closes} on the next day",
      de: "Geben Sie {opens} bis 24:00 an diesem Tag und 00:00 bis {closes} am nächsten Tag ein",
    },
    opensBeforeCloses: {
      en: "Opening time must be before closing time",
      de: "Die Öffnungszeit muss vor der Schließzeit liegen",
    },
    wholeDay: {
      en: "Opening time must be before closing time. The whole day is 00:00 to 24:00.",
      de: "Die Öffnungszeit muss vor der Schließzeit liegen. Der ganze Tag ist 00:00 bis 24:00.",
    },
    untilMidnight: {
      en: "Opening time must be before closing time. Until midnight is {opens} to 24:00.",
      de:
        "Die Öffnungszeit muss vor der Schließzeit liegen. Bis Mitternacht ist {opens} bis 24:00.",
    },
    overlap: {
      en: "Times of one day must not overlap",
      de: "Die Zeiten eines Tages dürfen sich nicht überschneiden",
    },
    closureEndsBeforeStart: {
      en: "The end must not be before the start",
      de: "Das Ende darf nicht vor dem Anfang liegen",
    },
    closureTwice: {
      en: "Two closures have the same dates",
      de: "Zwei Schließungen haben dieselben Tage",
    },
    closureExists: {
      en: "There is already a closure on these dates",
      de: "An diesen Tagen gibt es schon eine Schließung",
    },
    noClosure: {
      en: "There is no closure on these dates",
      de: "An diesen Tagen gibt es keine Schließung",
    },
    holidaysUnknown: {
      en: "There are no public holidays for this choice",
      de: "Für diese Auswahl gibt es keine Feiertage",
    },
    noHoliday: {
      en: "{date} is not a public holiday of the next year there",
      de: "Der {date} ist dort kein Feiertag des nächsten Jahres",
    },
    chooseDepartment: {
      en: "Choose at least one department",
      de: "Wählen Sie mindestens eine Abteilung",
    },
    shiftOrder: {
      en: "The end must be after the start. Past midnight, enter two shifts.",
      de: "Das Ende muss nach dem Beginn liegen. Tragen Sie über Mitternacht zwei Schichten ein.",
    },
    shiftsOverlap: {
      en: "Two shifts of a day overlap. Nobody can be in two places at once.",
      de:
        "Zwei Schichten eines Tages überschneiden sich. Niemand kann an zwei Orten zugleich sein.",
    },
    tooManyCalls: {
      en: "Choose a period with at most {max, number} requests. This one has {calls, number}.",
      de: "Wählen Sie einen Zeitraum mit höchstens {max, number} Anfragen statt {calls, number}.",
    },
    tooManyShifts: {
      en: "At most {max} shifts a day are possible",
      de: "Höchstens {max} Schichten am Tag sind möglich",
    },
    tooManyPlannedDates: {
      en: "At most {max} days can be planned",
      de: "Höchstens {max} Tage können geplant werden",
    },
    shiftOfOther: {
      en: "A shift belongs to somebody else. Load the page again.",
      de: "Eine Schicht gehört jemand anderem. Laden Sie die Seite neu.",
    },
    noOtherWorker: {
      en: "This person already works in this department",
      de: "Diese Person arbeitet bereits in dieser Abteilung",
    },
    absenceOneTime: {
      en: "Enter both times, or neither",
      de: "Geben Sie beide Uhrzeiten an oder keine",
    },
    absenceOrder: {
      en: "The end must be after the start. Past midnight, enter two absences.",
      de:
        "Das Ende muss nach dem Anfang liegen. Über Mitternacht geben Sie zwei Abwesenheiten ein.",
    },
    absenceExists: {
      en: "This absence is already entered",
      de: "Diese Abwesenheit ist schon eingetragen",
    },
    absenceRemoved: {
      en: "Someone else removed this absence",
      de: "Jemand anderes hat diese Abwesenheit entfernt",
    },
    endBeforeStart: {
      en: "The end must not be before the start",
      de: "Das Ende darf nicht vor dem Anfang liegen",
    },
    periodTooLong: { en: "Choose at most {max} days", de: "Wählen Sie höchstens {max} Tage" },
    chooseOne: { en: "Choose at least one", de: "Wählen Sie mindestens eine Option" },
    httpsUrl: {
      en: "Enter an address that begins with https://",
      de: "Geben Sie eine Adresse ein, die mit https:// beginnt",
    },
    noUserInUrl: {
      en: "Leave out the user name and password",
      de: "Lassen Sie Benutzername und Passwort weg",
    },
    misleadingUrl: {
      en: "Leave out spaces, line ends and backslashes",
      de: "Lassen Sie Leerzeichen, Zeilenumbrüche und umgekehrte Schrägstriche weg",
    },
    noPort0: { en: "There is no port 0", de: "Den Port 0 gibt es nicht" },
    privateAddress: {
      en: "Enter an address that the internet can reach; {address} is private",
      de: "Geben Sie eine im Internet erreichbare Adresse ein; {address} ist privat",
    },
    privateName: {
      en: "Enter an address that the internet can reach; this one is private",
      de: "Geben Sie eine im Internet erreichbare Adresse ein; diese ist privat",
    },
    alreadyDelivered: {
      en: "This event was delivered already, or is being sent",
      de: "Dieses Ereignis wurde schon zugestellt oder wird gerade gesendet",
    },
    counterCalls: {
      en: "Number {number} is still called to counter {desk}. Finish it first.",
      de: "Nummer {number} ist noch zu Schalter {desk} aufgerufen. Beenden Sie sie zuerst.",
    },
    counterServes: {
      en: "Number {number} is still in service at counter {desk}. Finish it first.",
      de: "Nummer {number} wird noch bei Schalter {desk} bedient. Beenden Sie sie zuerst.",
    },
    visitWaits: { en: "Number {number} is waiting", de: "Nummer {number} wartet" },
    visitCalled: {
      en: "Number {number} is already called to counter {desk}",
      de: "Nummer {number} ist schon zu Schalter {desk} aufgerufen",
    },
    visitServed: {
      en: "Number {number} is in service at counter {desk}",
      de: "Nummer {number} wird bei Schalter {desk} bedient",
    },
    visitEnded: {
      en:
        "Number {number} is finished: {outcome, select, SERVED {served} LEFT {left without service} NO_SHOW {no-show} CANCELLED {added by mistake} other {ended}}",
      de:
        "Nummer {number} ist beendet: {outcome, select, SERVED {erledigt} LEFT {ohne Bedienung gegangen} NO_SHOW {nicht erschienen} CANCELLED {ein Irrtum} other {beendet}}",
    },
    callAgainFirst: {
      en: "Number {number} was called {calls} of {max} times. Call it again first.",
      de:
        "Nummer {number} wurde {calls} von {max} Mal aufgerufen. Rufen Sie sie zuerst erneut auf.",
    },
    sentOn: {
      en: "Someone else sent number {number} to another department",
      de: "Jemand anderes hat Nummer {number} an eine andere Abteilung weitergeleitet",
    },
    waitsAlready: {
      en: "Number {number} is already waiting for this department",
      de: "Nummer {number} wartet schon auf diese Abteilung",
    },
    otherDay: {
      en: "This appointment was on {date}. Move it to today first.",
      de: "Dieser Termin war am {date}. Verschieben Sie ihn zuerst auf heute.",
    },
    tooEarly: {
      en:
        "This appointment is on {date} at {time}. Check-in opens at {fromTime} on {fromDate}. Move the appointment if the person comes now.",
      de:
        "Dieser Termin ist am {date} um {time}. Einchecken ist ab {fromTime} am {fromDate} möglich. Verschieben Sie den Termin, wenn die Person jetzt kommt.",
    },
    dayEnd: {
      en: "Enter a time from 00:00 to 12:00",
      de: "Geben Sie eine Uhrzeit von 00:00 bis 12:00 ein",
    },
    noPriorities: {
      en: "This department has no priorities",
      de: "Diese Abteilung hat keine Prioritäten",
    },
    departmentInactive: {
      en: "This department is not bookable at the moment",
      de: "Diese Abteilung ist derzeit nicht buchbar",
    },
    noSuchWorker: {
      en: "This staff member is not active any more. Change your counter.",
      de: "Diese Person ist nicht mehr aktiv. Ändern Sie Ihren Schalter.",
    },
    noSuchVisit: { en: "This visit no longer exists", de: "Diesen Besuch gibt es nicht mehr" },
    noNetwork: {
      en: "{network} is not an address or a network such as 203.0.113.0/24",
      de: "{network} ist keine Adresse und kein Netz wie 203.0.113.0/24",
    },
    inFuture: {
      en: "Choose a date in the future",
      de: "Wählen Sie ein Datum in der Zukunft",
    },
    keyEndTooLate: {
      en: "Choose {date} or earlier: keys may be used for at most {days} days",
      de: "Wählen Sie höchstens den {date}: Schlüssel gelten höchstens {days} Tage",
    },
    keyRevoked: {
      en: "This key is revoked. Create a new one.",
      de: "Dieser Schlüssel ist widerrufen. Legen Sie einen neuen an.",
    },
  },
  noAnswer: {
    en:
      "Couldn't reach the server. We don't know if it was saved. You can safely try again: it won't be saved twice.",
    de:
      "Der Server ist nicht erreichbar. Ob gespeichert wurde, ist unklar. Sie können es gefahrlos erneut versuchen: Es wird nie doppelt ausgeführt.",
  },
  doneSecret: {
    en:
      "This was done at your first try, but the answer was lost on the way. The secret can't be shown again. Replace it if you need it.",
    de:
      "Das wurde schon beim ersten Versuch ausgeführt, nur die Antwort ging verloren. Das Geheimnis kann nicht noch einmal angezeigt werden. Ersetzen Sie es, wenn Sie es brauchen.",
  },
  doneRunning: {
    en: "This was started at your first try. Its result appears here in a moment.",
    de: "Das wurde schon beim ersten Versuch gestartet. Das Ergebnis erscheint hier gleich.",
  },
  doneOther: {
    en:
      "Your first try was saved. What you changed after it was not. Close this to see what was saved.",
    de:
      "Ihr erster Versuch wurde gespeichert. Was Sie danach geändert haben, nicht. Schließen Sie das Fenster, um zu sehen, was gespeichert ist.",
  },
  offline: {
    en: "You're offline, so nothing was saved. Try again when the connection is back.",
    de:
      "Sie sind offline, es wurde nichts gespeichert. Versuchen Sie es erneut, wenn die Verbindung wieder da ist.",
  },
  offlineForm: {
    en: "You're offline. Nothing can be saved until the connection is back.",
    de: "Sie sind offline. Speichern ist erst möglich, wenn die Verbindung wieder da ist.",
  },
  stopped: {
    en: "You closed this before the server answered. If it was saved, it appears here in a moment.",
    de:
      "Sie haben geschlossen, bevor der Server geantwortet hat. Falls gespeichert wurde, erscheint es hier gleich.",
  },
  tryAgain: { en: "Try again", de: "Erneut versuchen" },
  pageFailed: { en: "Something went wrong", de: "Etwas ist schiefgegangen" },
  pageFailedHelp: {
    en: "Try again. If that doesn't help, reload the page.",
    de: "Versuchen Sie es erneut. Wenn das nicht hilft, laden Sie die Seite neu.",
  },
  partMissing: {
    en: "Couldn't load this part of the dashboard",
    de: "Dieser Teil konnte nicht geladen werden",
  },
  partMissingHelp: {
    en: "The connection may be lost, or the dashboard was updated.",
    de: "Die Verbindung ist unterbrochen, oder die Anwendung wurde aktualisiert.",
  },
  reload: { en: "Reload", de: "Neu laden" },
  bannerOffline: {
    en: "You're offline. Showing data from {time}. Changes can't be saved until you're back.",
    de:
      "Sie sind offline. Stand der Daten: {time}. Änderungen können erst wieder gespeichert werden, wenn Sie online sind.",
  },
  bannerUnreachable: {
    en: "Connection lost. Showing data from {time}.",
    de: "Verbindung unterbrochen. Stand der Daten: {time}.",
  },
});
