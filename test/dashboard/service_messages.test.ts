import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  serviceMessages,
  translateServiceMessage,
} from "../../gateway/dashboard/api/service_messages.ts";

test("a message of the service becomes a text of the viewer's language, with its values", () => {
  expect(translateServiceMessage("Must be at most 255 characters")).toBe(
    "Use at most 255 characters",
  );
  expect(translateServiceMessage("Slot is full (4/4 booked)"))
    .toBe("This time is full (4 of 4 booked)");
  expect(translateServiceMessage("Closed on 2026-12-24: Christmas: Eve"))
    .toBe("Closed on 24 Dec 2026: Christmas: Eve");
  expect(translateServiceMessage("The appointment is already CANCELLED"))
    .toBe("The appointment is already cancelled");
  expect(
    translateServiceMessage(
      "The appointment was moved to 2026-12-02 at 09:30 in Hall in Town in the meantime",
    ),
  ).toBe("Someone else moved this appointment to 2 Dec 2026 at 09:30, Hall in Town");
  expect(
    translateServiceMessage(
      "The person of the appointment was changed in the meantime. Check who it is now",
    ),
  ).toBe("Someone else gave this appointment to another person. Check who it is now.");
  expect(translateServiceMessage("Number 7 is called to B2. Finish it first"))
    .toBe("Number 7 is still called to counter B2. Finish it first.");
  expect(translateServiceMessage("Number 7 was called 1 of 3 times. Call it again first"))
    .toBe("Number 7 was called 1 of 3 times. Call it again first.");
  expect(translateServiceMessage("Number 7 has ended: NO_SHOW")).toBe(
    "Number 7 is finished: no-show",
  );
  expect(
    translateServiceMessage(
      "The appointment is on 2026-03-03 at 00:10. Arrival is possible from 22:10 on 2026-03-02. Move it first if the person comes now",
    ),
  ).toBe(
    "This appointment is on 3 Mar 2026 at 00:10. Check-in opens at 22:10 on 2 Mar 2026. Move the appointment if the person comes now.",
  );
  expect(translateServiceMessage("opens must be before closes. The whole day is 00:00 to 24:00"))
    .toBe("Opening time must be before closing time");
  expect(translateServiceMessage("Something new")).toBeUndefined();
});

test("every translated message exists in the service", () => {
  const sources = globSync(["core/**/*.ts", "gateway/security/**/*.ts"])
    .map((path) => readFileSync(path, "utf8")).join("\n");
  const unknown = Object.keys(serviceMessages).filter((message) => {
    // The parts between the variable ones, because the source computes some of them.
    const parts = message.split(/\{\w+\}/).map((part) => part.trim()).filter((part) => part !== "");
    return !parts.every((part) =>
      sources.includes(part) || part.split(": ").every((piece) => sources.includes(piece))
    );
  });
  expect(unknown).toEqual([]);
});
