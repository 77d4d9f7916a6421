import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TRPCClientError } from "@trpc/client";
import { DomainError, type MessageKey, say, textOf, validationError } from "../../core/mod.ts";
import { namesOf, sentences, sentencesForStaff } from "../../core/messages.ts";
import { shapeOf } from "../../gateway/trpc/errors.ts";
import { serviceErrorOf } from "../../gateway/dashboard/api/errors.ts";
import { serviceText } from "../../gateway/dashboard/api/service_text.ts";
import { t } from "../../gateway/dashboard/api/texts.ts";
import { argumentsOf } from "./source_texts.ts";
import { sourceOf, type Text } from "../../gateway/dashboard/messages/texts.ts";

const texts = sourceOf(t)["service"] as unknown as Record<string, Text>;

test("every sentence for staff has a text in both languages, and no text has another key", () => {
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(sentencesForStaff).toSorted());
  const missing = Object.values(texts).filter(({ en, de }) => en === "" || de === "");
  expect(missing).toEqual([]);
});

test("a text uses no value that its sentence does not have", () => {
  const unknown = Object.entries(texts).flatMap(([key, { en, de }]) => {
    const known = namesOf(key as MessageKey);
    return [...argumentsOf(en), ...argumentsOf(de)]
      .filter((name) => !known.includes(name)).map((name) => `${key} ${name}`);
  });
  expect(unknown).toEqual([]);
});

test("the service says every sentence of the catalogue", () => {
  const sources = globSync(["core/**/*.ts", "gateway/**/*.ts"], {
    exclude: ["core/messages.ts", "gateway/dashboard/**"],
  }).map((path) => readFileSync(path, "utf8")).join("\n");
  const unused = Object.keys(sentences).filter((key) => !sources.includes(`"${key}"`));
  expect(unused).toEqual([]);
});

test("no error and no schema of core has a sentence of its own", () => {
  const own = globSync("core/**/*.ts").filter((path) =>
    /new DomainError\(\s*"\w+",\s*["`]|\b(message|error): ["`][A-Z]/.test(
      readFileSync(path, "utf8"),
    )
  );
  expect(own).toEqual([]);
});

test("a message becomes an English sentence, and a text of the viewer's language, with its values", () => {
  const tooEarly = say("tooEarly", {
    date: "2026-03-03",
    time: "00:10",
    fromDate: "2026-03-02",
    fromTime: "22:10",
  });
  expect(textOf(tooEarly)).toBe(
    "The appointment is on 2026-03-03 at 00:10. Arrival is possible from 22:10 on 2026-03-02. Move it first if the person comes now",
  );
  expect(serviceText(tooEarly)).toBe(
    "This appointment is on 3 Mar 2026 at 00:10. Check-in opens at 22:10 on 2 Mar 2026. Move the appointment if the person comes now.",
  );
  expect(serviceText(say("closedFor", { date: "2026-12-24", reason: "Christmas: Eve" })))
    .toBe("Closed on 24 Dec 2026: Christmas: Eve");
  expect(serviceText(say("already", { status: "CANCELLED" })))
    .toBe("The appointment is already cancelled");
  expect(serviceText(say("visitEnded", { number: 7, outcome: "NO_SHOW" })))
    .toBe("Number 7 is finished: no-show");
  // A value that looks like a name of another value is no place for it.
  expect(textOf(say("closedFor", { date: "2026-12-24", reason: "{date}" })))
    .toBe("Closed on 2026-12-24: {date}");
});

test("a sentence for programs has no text", () => {
  expect(serviceText(say("missingApiKey"))).toBeUndefined();
  expect(serviceText({ key: "of a later version" as never })).toBeUndefined();
  expect(serviceText(undefined)).toBeUndefined();
});

test("an error reaches the pages with its key and values, whatever its English sentence is", () => {
  const error = validationError({ field: "name", message: say("tooLong", { max: 255 }) });
  const { message, data } = shapeOf(error);
  expect(data).toMatchObject({
    reason: { key: "invalid", values: { fields: "name" } },
    details: [{
      field: "name",
      message: "Must be at most 255 characters",
      reason: { key: "tooLong", values: { max: 255 } },
    }],
  });
  expect(serviceErrorOf(clientError(message, data))).toEqual({
    code: "VALIDATION_ERROR",
    message: "Check what you entered.",
    details: [{ field: "name", message: "Use at most 255 characters" }],
  });
  const { data: conflict } = shapeOf(new DomainError("CONFLICT", say("keyRevoked")));
  expect(serviceErrorOf(clientError("Another sentence", conflict)).message)
    .toBe("This key is revoked. Create a new one.");
});

function clientError(message: string, data: object): Error {
  return TRPCClientError.from({ error: { message, code: -32600, data } } as never);
}
