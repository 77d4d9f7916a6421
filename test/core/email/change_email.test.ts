import { beforeEach, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import type { StaffCaller } from "../../../core/mod.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const mailer = {
  from: "booking@service.example",
  publicUrl: "https://book.example",
  send: () => Promise.reject(new Error("Nothing is sent here")),
};

let caller: StaffCaller;
let staff: ReturnType<typeof createApplication>["staff"];

async function open(hasMailer: boolean) {
  const application = createApplication(createInMemoryPorts(hasMailer ? { mailer } : {}));
  const { organizationId } = await seedOrganization(application, {});
  return { staff: application.staff, caller: staffOf(organizationId, { role: "ADMIN" }) };
}

beforeEach(async () => {
  ({ staff, caller } = await open(true));
});

const oneText = (subject: string, text: string) => ({
  texts: { CHANGE: { de: { subject, text } } },
});

test("an organization has no mails before it switches them on", async () => {
  expect(await staff.getEmail(caller)).toMatchObject({
    kinds: [],
    senderName: null,
    replyTo: null,
    language: "en",
    texts: {},
    version: 0,
    from: "booking@service.example",
  });
});

test("a change keeps the fields that it does not have, and null clears one", async () => {
  await staff.updateEmail(caller, {
    kinds: ["REMINDER", "CHANGE", "CHANGE"],
    senderName: "Town",
    replyTo: "desk@town.example",
    language: "de",
    ...oneText("S", "T"),
  });
  const saved = await staff.updateEmail(caller, { replyTo: null });
  expect(saved).toMatchObject({
    // Once, in their order.
    kinds: ["CHANGE", "REMINDER"],
    senderName: "Town",
    replyTo: null,
    language: "de",
    ...oneText("S", "T"),
    version: 2,
  });
});

test.each([
  ["kinds.0", { kinds: ["NEWSLETTER"] }],
  ["senderName", { senderName: "a".repeat(101) }],
  ["senderName", { senderName: " " }],
  ["replyTo", { replyTo: "a@b.example, c@d.example" }],
  ["replyTo", { replyTo: "a@b.example\r\nBcc: c@d.example" }],
  ["language", { language: "fr" }],
  ["texts.CHANGE.de.subject", oneText("s".repeat(201), "t")],
  ["texts.CHANGE.de.text", oneText("s", "t".repeat(4001))],
  ["texts.CHANGE.de.subject", oneText("", "t")],
  ["texts.CHANGE.de.text", oneText("s", " \n")],
  ["texts.CHANGE.de.text", oneText("s", "{phone}")],
  ["texts.CHANGE.de.subject", oneText("{Name}", "t")],
])("%s is refused in %j, and nothing changes", async (field, input) => {
  expect(await faultsOf(() => staff.updateEmail(caller, input))).toEqual([field]);
  expect(await staff.getEmail(caller)).toMatchObject({ version: 0 });
});

test("the longest texts are accepted, and an unknown placeholder is named", async () => {
  await staff.updateEmail(caller, oneText("s".repeat(200), "t".repeat(4000)));
  const { details } = await refusalOf(() =>
    staff.updateEmail(caller, oneText("s", "{name} {nmae}"))
  );
  expect(details[0]!.message).toContain("There is no placeholder nmae.");
});

test("without a mail server nothing can be switched on, but off", async () => {
  const { staff, caller } = await open(false);
  const { code, message } = await refusalOf(() =>
    staff.updateEmail(caller, { kinds: ["REMINDER"] })
  );
  expect({ code, message }).toEqual({
    code: "CONFLICT",
    message: expect.stringContaining("SMTP_URL"),
  });
  expect(await staff.updateEmail(caller, { kinds: [], senderName: "Town" }))
    .toMatchObject({ from: null, senderName: "Town" });
});

test("a preview shows a text before it is saved, then the saved one, then ours", async () => {
  const asked = { kind: "CHANGE", language: "de" };
  const own = { subject: "Neu: {name}", text: "Bei {worker}\nGrund {reason}" };
  expect(await staff.previewEmail(caller, { ...asked, text: own })).toMatchObject({
    subject: "Neu: Ada Lovelace",
    // Only a cancellation has a reason.
    text: "Bei Grace Hopper\n",
  });
  expect((await staff.previewEmail(caller, asked)).subject).toMatch(/^Geändert: /);
  await staff.updateEmail(caller, oneText("Gespeichert", "T"));
  expect((await staff.previewEmail(caller, asked)).subject).toBe("Gespeichert");
  const cancelled = await staff.previewEmail(caller, {
    kind: "CANCELLATION",
    language: "en",
    text: { subject: "S", text: "Why: {reason}" },
  });
  expect(cancelled.text).toMatch(/^Why: \S/);
  const faults = faultsOf(() =>
    staff.previewEmail(caller, { ...asked, text: { ...own, text: "{x}" } })
  );
  expect(await faults).toEqual(["text.text"]);
});

test("another organization has its own settings", async () => {
  await staff.updateEmail(caller, { kinds: ["CHANGE"] });
  const other = staffOf(caller.organizationId + 1, { role: "ADMIN" });
  expect(await staff.getEmail(other)).toMatchObject({ kinds: [], version: 0 });
});
