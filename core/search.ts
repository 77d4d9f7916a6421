/**
 * The one rule by which text finds appointments (core/booking/README.md 14). It imports nothing, so the dashboard uses
 * the same code in the browser.
 */

/** The fields of an appointment that a search reads. */
export interface Searchable {
  name: string;
  phone?: string;
  externalUserId?: string | null | undefined;
  email?: string | null | undefined;
  qrCode: string;
}

/** What a search text asks for. */
export interface TextSearch {
  /**
   * Each term must be found. A term is found if all words of one of its alternatives begin a word of the appointment:
   * `müller` is `[["muller"], ["mueller"]]`.
   */
  terms: string[][][];
  /** Finds the appointments whose code begins with it, in addition; null if the text cannot be a code. */
  code: string | null;
}

/** Letters whose plain form has no accent to remove, or that are also written with two letters. */
const spellings: Record<string, readonly [plain: string, digraph: string]> = {
  ä: ["a", "ae"],
  ö: ["o", "oe"],
  ü: ["u", "ue"],
  å: ["a", "aa"],
  ø: ["o", "oe"],
  æ: ["ae", "ae"],
  œ: ["oe", "oe"],
  ß: ["ss", "ss"],
  ı: ["i", "i"],
  ł: ["l", "l"],
  đ: ["d", "d"],
  ð: ["d", "d"],
  þ: ["th", "th"],
  ς: ["σ", "σ"],
};

const spelled = new RegExp(`[${Object.keys(spellings).join("")}]`, "g");
// Apostrophes join the parts of a word: O'Neil is oneil.
const apostrophes = /['’‘`´ʼ]/g;
// Marks belong to a word: some accents have no letter of their own.
const betweenWords = /[^\p{L}\p{M}\p{N}]+/u;
const phoneLike = /\+?\d(?:[\s()/.-]*\d){4,}/g;
const maxWordLength = 64;
const maxPartsOfReference = 3;
/** A search text has at most this many terms; the others are ignored. */
const maxTerms = 8;
/** A shorter text finds too many codes by chance. */
const minCodeLength = 6;

/**
 * Returns the words of a text, folded: lower case, without accents. Each word has one or two spellings: `Müller` is
 * `muller` and `mueller`.
 */
function foldedWords(text: string): string[][] {
  // NFC first, so that a letter with a combining accent is found in the table of spellings.
  return text.normalize("NFC").replaceAll(apostrophes, "").split(betweenWords)
    .map(spellingsOf)
    .filter(([plain]) => plain !== "");
}

function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase();
  const [plain, digraph] = ([0, 1] as const).map((form) =>
    lower.replaceAll(spelled, (letter) => spellings[letter]![form])
      .normalize("NFKD").replaceAll(/[^\p{L}\p{N}]/gu, "").slice(0, maxWordLength)
  ) as [string, string];
  return plain === digraph ? [plain] : [plain, digraph];
}

/** Returns the words by which an appointment is found, without its code, each once. */
export function searchWordsOf({ name, phone = "", externalUserId, email }: Searchable): string[] {
  return [
    ...new Set([
      ...foldedWords(name).flat(),
      ...wordsOfPhone(phone),
      ...wordsOfReference(externalUserId ?? ""),
      ...wordsOfAddress(email ?? ""),
    ]),
  ];
}

/** `+49 30 123` is found by `4930123`, and without the country code by `030123` and `30123`. */
function wordsOfPhone(phone: string): string[] {
  const digits = digitsOf(phone);
  if (digits === "") return [];
  const isInternational = /^\s*(?:\+|00)/.test(phone);
  // Country codes have one to three digits.
  const starts = isInternational && digits.length > 7 ? [0, 1, 2, 3] : [0];
  return starts.map((start) => digits.slice(start).replace(/^0+/, ""));
}

/** `KD-12345` is found by `kd12345`, and by `12345`. An id of many parts, such as a UUID, is one word. */
function wordsOfReference(reference: string): string[] {
  const parts = foldedWords(reference).map(([plain]) => plain!);
  const joined = parts.join("").slice(0, maxWordLength);
  if (joined === "") return [];
  return parts.length <= maxPartsOfReference ? [joined, ...parts.slice(1)] : [joined];
}

/** `ada@example.org` is one word, which its beginnings find. Otherwise `org` would find nearly everybody. */
function wordsOfAddress(email: string): string[] {
  const joined = foldedWords(email).map(([plain]) => plain!).join("").slice(0, maxWordLength);
  return joined === "" ? [] : [joined];
}

/** Returns what a search text asks for; null if it has no letter and no digit. */
export function parseSearch(text: string): TextSearch | null {
  const phones = text.match(phoneLike) ?? [];
  const others = text.replaceAll(phoneLike, " ");
  const terms = [
    ...others.split(/\s+/).map(alternativesOf),
    ...phones.map((phone) => alternativesOf(phone).concat([[digitsOf(phone)]])),
  ].filter((alternatives) => alternatives.length > 0).slice(0, maxTerms);
  if (terms.length === 0) return null;
  const trimmed = text.trim();
  const isCode = trimmed.length >= minCodeLength && /^[\w-]+$/.test(trimmed);
  return { terms, code: isCode ? trimmed : null };
}

/** A piece of text matches by all its words in any order, or by its words written as one. */
function alternativesOf(piece: string): string[][] {
  const words = foldedWords(piece);
  if (words.length === 0) return [];
  const forms = words.some(({ length }) => length > 1) ? [0, 1] : [0];
  const alternatives = forms.flatMap((form) => {
    const spelling = words.map((one) => one[form] ?? one[0]!);
    const joined = spelling.join("").slice(0, maxWordLength);
    return spelling.length > 1 ? [spelling, [joined]] : [spelling];
  });
  // The beginning of a phone number, which is stored without leading zeros.
  const isPhone = /^0+[1-9]\d*$/.test(piece);
  return isPhone ? [...alternatives, [digitsOf(piece)]] : alternatives;
}

/** Returns whether an appointment is found by a search. */
export function matchesSearch(appointment: Searchable, { terms, code }: TextSearch): boolean {
  if (code !== null && appointment.qrCode.startsWith(code)) return true;
  const words = searchWordsOf(appointment);
  return terms.every((alternatives) =>
    alternatives.some((all) => all.every((one) => words.some((word) => word.startsWith(one))))
  );
}

/** Returns whether each word of a text is a whole word of a name, in any spelling. A text of single letters names nobody. */
export function isNamed(name: string, text: string): boolean {
  const known = new Set(foldedWords(name).flat());
  const words = foldedWords(text);
  return words.some(([plain]) => plain!.length > 1) &&
    words.every((spellings) => spellings.some((one) => known.has(one)));
}

/** Returns the digits of a phone number without leading zeros. */
function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, "").replace(/^0+/, "");
}
