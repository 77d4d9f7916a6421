import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  commands: {
    search: { en: "Search for a name, or type a code", de: "Namen suchen oder Code eingeben" },
    next: { en: "Next appointment", de: "Nächster Termin" },
    previous: { en: "Previous appointment", de: "Voriger Termin" },
    checkIn: { en: "Check in", de: "Einchecken" },
    miss: {
      en: "Mark as missed; on Queue: no-show",
      de: "Als nicht erschienen markieren, auch in der Warteschlange",
    },
    move: {
      en: "Move to another time; on Calendar: with the arrow keys",
      de: "Auf eine andere Zeit verschieben; im Kalender: mit den Pfeiltasten",
    },
    cancel: { en: "Cancel appointment", de: "Termin absagen" },
    book: { en: "New appointment", de: "Neuer Termin" },
    previousDay: {
      en: "Previous day; on Visits also week",
      de: "Voriger Tag; unter Besuche auch Woche",
    },
    nextDay: { en: "Next day; on Visits also week", de: "Nächster Tag; unter Besuche auch Woche" },
    today: { en: "Go to today", de: "Zu heute" },
    callNext: { en: "Queue: call next", de: "Warteschlange: nächste Person" },
    callAgain: { en: "Queue: call again", de: "Warteschlange: erneut aufrufen" },
    start: { en: "Queue: start service", de: "Warteschlange: beginnen" },
    finish: { en: "Queue: finish", de: "Warteschlange: erledigt" },
    walkIn: { en: "Queue: add a walk-in", de: "Warteschlange: Person ohne Termin" },
    help: { en: "Show shortcuts", de: "Tastenkürzel anzeigen" },
  },
  shortcuts: {
    title: { en: "Keyboard shortcuts", de: "Tastenkürzel" },
    use: { en: "Use keyboard shortcuts", de: "Tastenkürzel verwenden" },
    useHelp: {
      en: "For your account in this browser. Arrow keys, Enter and Ctrl+Z always work.",
      de: "Für Ihr Konto in diesem Browser. Pfeiltasten, Enter und Strg+Z funktionieren immer.",
    },
    change: { en: "{command}: {key}. Change the key", de: "{command}: {key}. Taste ändern" },
    press: { en: "Press a key", de: "Taste drücken" },
    notUsable: {
      en: "Choose a letter, digit or sign",
      de: "Wählen Sie einen Buchstaben, eine Ziffer oder ein Zeichen",
    },
    taken: { en: "{key} is already used: {command}", de: "{key} ist schon vergeben: {command}" },
    arrows: {
      en: "Next and previous appointment; on Calendar: in four directions",
      de: "Nächster und voriger Termin; im Kalender: in vier Richtungen",
    },
    undoKeys: { en: "Ctrl Z", de: "Strg Z" },
    undo: {
      en: "Undo the last check-in, missed mark, or move on Calendar",
      de: "Letztes Einchecken, „nicht erschienen“ oder Verschieben im Kalender rückgängig machen",
    },
    reset: { en: "Reset keys", de: "Tasten zurücksetzen" },
    scanner: {
      en: "You can scan a code at any time, on every page, wherever the focus is.",
      de: "Sie können jederzeit und auf jeder Seite einen Code scannen, egal wo der Fokus ist.",
    },
  },
  scanner: {
    open: { en: "Set up scanner", de: "Scanner einrichten" },
    title: { en: "Set up the scanner", de: "Scanner einrichten" },
    scanThis: {
      en:
        "Scan this test code. The scanner’s speed, prefix, suffix and keyboard layout are read from it.",
      de:
        "Scannen Sie diesen Testcode. Daraus ergeben sich Tempo, Präfix, Suffix und Tastaturlayout des Scanners.",
    },
    testCode: { en: "Test code", de: "Testcode" },
    waiting: { en: "Waiting for the scan", de: "Wartet auf den Scan" },
    learned: { en: "The scanner is set up.", de: "Der Scanner ist eingerichtet." },
    unknown: {
      en: "This is not the test code. Scan it again, and nothing else.",
      de: "Das ist nicht der Testcode. Scannen Sie ihn noch einmal, und nichts anderes.",
    },
    prefix: { en: "Prefix", de: "Präfix" },
    suffix: { en: "Suffix", de: "Suffix" },
    facts: {
      en:
        "{isKnown, select, true {Slowest pause within a scan: {gap, number} ms. } other {Speed not measured yet. }}A shortcut acts {pause, number} ms after its key.{layout, select, swapped { The scanner and this computer use different keyboard layouts; codes are corrected.} other {}}",
      de:
        "{isKnown, select, true {Längste Pause in einem Scan: {gap, number} ms. } other {Tempo noch nicht gemessen. }}Ein Tastenkürzel wirkt {pause, number} ms nach der Taste.{layout, select, swapped { Scanner und Computer haben verschiedene Tastaturlayouts; Codes werden korrigiert.} other {}}",
    },
    reset: { en: "Reset", de: "Zurücksetzen" },
  },
  done: { en: "Done", de: "Fertig" },
});
