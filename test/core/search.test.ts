import { expect, test } from "vitest";
import { matchesSearch, parseSearch, searchWordsOf } from "../../core/search.ts";

const qrCode = "7SqcJWmH2j0yWLcD7a37jd";

interface Person {
  name?: string;
  phone?: string;
  externalUserId?: string;
  email?: string;
}

function finds(text: string, person: Person): boolean {
  const search = parseSearch(text);
  return search !== null && matchesSearch({ name: "Nobody", ...person, qrCode }, search);
}

const found: [text: string, person: Person][] = [
  // Case and accents.
  ["MULLER", { name: "Müller" }],
  ["muller", { name: "Müller" }],
  ["mueller", { name: "Müller" }],
  ["müller", { name: "Muller" }],
  ["müller", { name: "Mueller" }],
  ["muller", { name: "Mu\u0308ller" }],
  ["jose garcia", { name: "José García" }],
  ["strasser", { name: "Straßer" }],
  ["straßer", { name: "STRASSER" }],
  ["yilmaz", { name: "Yılmaz" }],
  ["yılmaz", { name: "Yilmaz" }],
  ["istanbul", { name: "İSTANBUL" }],
  ["lukasz", { name: "Łukasz" }],
  ["soren", { name: "Søren" }],
  ["soeren", { name: "Søren" }],
  ["aerzte", { name: "Ärzte" }],
  ["παπαδοπουλος", { name: "Παπαδόπουλος" }],
  ["иванов", { name: "ИВАНОВ" }],
  ["王", { name: "王小明" }],
  // Any order, beginnings of words, more blanks.
  ["yilmaz anna", { name: "Anna Yılmaz" }],
  ["anna  yil", { name: "Anna Yılmaz" }],
  ["a y", { name: "Anna Yılmaz" }],
  ["neil", { name: "Conor Neil" }],
  ["oneil", { name: "Conor O’Neil" }],
  ["o'neil", { name: "Conor ONeil" }],
  ["anna-lena", { name: "Anna Lena Groß" }],
  ["anna-lena", { name: "Annalena Groß" }],
  ["lena", { name: "Anna-Lena Groß" }],
  // Phone numbers.
  ["+49 151 2345", { phone: "+49 (151) 234567" }],
  ["0151 234567", { phone: "+49 151 234567" }],
  ["0151/23 45-67", { phone: "0151 234567" }],
  ["0049151234567", { phone: "+49151234567" }],
  ["0151", { phone: "+49151234567" }],
  ["anna 0151 2345", { name: "Anna Groß", phone: "+49 151 234567" }],
  // References.
  ["kd-123", { externalUserId: "KD-12345" }],
  ["KD123", { externalUserId: "KD-12345" }],
  ["12345", { externalUserId: "KD-12345" }],
  ["550e8400-e29b", { externalUserId: "550e8400-e29b-41d4-a716-446655440000" }],
  // E-mail addresses, from their beginning.
  ["ada.l", { email: "Ada.Lovelace@example.org" }],
  ["ada.lovelace@exam", { email: "Ada.Lovelace@example.org" }],
  // Codes, as they are written.
  [qrCode, {}],
  [` ${qrCode} `, {}],
  ["7SqcJW", {}],
];

test.each(found)("%o finds %o", (text, person) => {
  expect(finds(text, person)).toBe(true);
});

const notFound: [text: string, person: Person][] = [
  ["uller", { name: "Müller" }],
  ["anna groß", { name: "Anna Müller" }],
  ["anna anna2", { name: "Anna Müller" }],
  ["0152", { phone: "+49151234567" }],
  ["8400", { externalUserId: "550e8400-e29b-41d4-a716-446655440000" }],
  ["7sqcjw", {}],
  ["7Sqc", {}],
  ["", { name: "Anna" }],
  [" - ", { name: "Anna" }],
];

test.each(notFound)("%o does not find %o", (text, person) => {
  expect(finds(text, person)).toBe(false);
});

test("an appointment has few words, each once", () => {
  const words = searchWordsOf({
    name: "Anna Müller-Anna",
    phone: "+49 151 234567",
    externalUserId: "550e8400-e29b-41d4-a716-446655440000",
    qrCode,
  });
  expect(words).toEqual([
    "anna",
    "muller",
    "mueller",
    "49151234567",
    "9151234567",
    "151234567",
    "51234567",
    "550e8400e29b41d4a716446655440000",
  ]);
});

test("a very long text has few terms of limited length", () => {
  const search = parseSearch(`${"a".repeat(1000)} ${"b ".repeat(100)}`);
  expect(search?.terms).toHaveLength(8);
  expect(search?.terms[0]).toEqual([["a".repeat(64)]]);
});
