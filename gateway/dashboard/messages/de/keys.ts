import type { keys as english } from "../en/keys.ts";
import type { Translated } from "../translated.ts";

export const keys: Translated<typeof english> = {
  commands: {
    search: "Namen suchen oder Code eingeben",
    next: "Nächster Termin",
    previous: "Voriger Termin",
    checkIn: "Einchecken",
    miss: "Als nicht erschienen markieren; in der Warteschlange: nicht gekommen",
    move: "Auf eine andere Zeit verschieben; im Kalender: mit den Pfeiltasten",
    cancel: "Termin absagen",
    book: "Neuer Termin",
    previousDay: "Voriger Tag; unter Besuche auch Woche",
    nextDay: "Nächster Tag; unter Besuche auch Woche",
    today: "Zu heute",
    callNext: "Warteschlange: nächste Person",
    callAgain: "Warteschlange: erneut aufrufen",
    start: "Warteschlange: beginnen",
    finish: "Warteschlange: fertig",
    walkIn: "Warteschlange: Person ohne Termin",
    help: "Tastenkürzel zeigen",
  },
  shortcuts: {
    title: "Tastenkürzel",
    use: "Tastenkürzel verwenden",
    useHelp: "Für Ihr Konto in diesem Browser. Pfeiltasten, Enter und Strg+Z funktionieren immer.",
    change: "{command}: {key}. Taste ändern",
    press: "Taste drücken",
    notUsable: "Wählen Sie einen Buchstaben, eine Ziffer oder ein Zeichen",
    taken: "{key} ist schon vergeben: {command}",
    arrows: "Nächster und voriger Termin; im Kalender: in vier Richtungen",
    undoKeys: "Strg Z",
    undo: "Letztes Einchecken, „nicht erschienen“ oder Verschieben im Kalender rückgängig machen",
    reset: "Tasten zurücksetzen",
    scanner: "Sie können jederzeit und auf jeder Seite einen Code scannen, egal wo der Fokus ist.",
  },
  scanner: {
    open: "Scanner einrichten",
    title: "Scanner einrichten",
    scanThis:
      "Scannen Sie diesen Testcode. Daraus ergeben sich Tempo, Präfix, Suffix und Tastaturlayout des Scanners.",
    testCode: "Testcode",
    waiting: "Wartet auf den Scan",
    learned: "Der Scanner ist eingerichtet.",
    unknown: "Das ist nicht der Testcode. Scannen Sie ihn noch einmal, und nichts anderes.",
    prefix: "Präfix",
    suffix: "Suffix",
    facts:
      "{isKnown, select, true {Längste Pause in einem Scan: {gap, number} ms. } other {Tempo noch nicht gemessen. }}Ein Tastenkürzel wirkt {pause, number} ms nach der Taste.{layout, select, swapped { Scanner und Computer haben verschiedene Tastaturlayouts; Codes werden korrigiert.} other {}}",
    reset: "Zurücksetzen",
  },
  done: "Fertig",
};
