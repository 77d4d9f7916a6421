import { describe, expect, test } from "vitest";
import { createWebhook } from "../../../core/webhooks/create_webhook.ts";
import { eventNames } from "../../../core/webhooks/event_catalogue.ts";
import { toWebhookView } from "../../../core/webhooks/webhook.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { openMemory, organizationId } from "./webhook_memory.ts";
import { operatorIn } from "../../../core/access/caller.ts";
import { say } from "../../../core/messages.ts";

const input = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };
const caller = operatorIn(organizationId);

describe("creating a webhook makes", () => {
  test("an active webhook of the caller's organization, for LIVE events, without attempts", async () => {
    const ports = openMemory();
    const { secret, ...view } = await createWebhook(ports, caller, input);
    const [webhook, ...others] = ports.memory.webhooks;
    expect(others).toEqual([]);
    expect(view).toEqual(toWebhookView(webhook!, "UTC"));
    expect({ ...webhook }).toEqual({
      id: 1,
      organizationId,
      channel: "HTTP",
      url: input.url,
      events: ["APPOINTMENT_CREATED"],
      isActive: true,
      includeTest: false,
      includeContact: false,
      sealedSecret: expect.any(String),
      previousSealedSecret: null,
      secretReplacedAt: null,
      earlierSecrets: [],
      createdAt: ports.now(),
      lastTriggeredAt: null,
      lastDeliveredAt: null,
      lastTestedAt: null,
      lastTestSucceeded: null,
      consecutiveFailures: 0,
      deletedAt: null,
      version: 1,
    });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
  });

  test("a new secret that the caller cannot choose, sealed for the organization", async () => {
    const ports = openMemory();
    const asked = { ...input, secret: "whsec_mine", sealedSecret: "mine", id: 77 };
    const made = [
      await createWebhook(ports, caller, asked),
      await createWebhook(ports, caller, asked),
    ];
    expect(made.map(({ id }) => id)).toEqual([1, 2]);
    const [one, two] = made.map(({ secret }) => secret);
    expect(one).not.toBe(two);
    expect([one, two]).not.toContain("whsec_mine");
    const { sealedSecret } = ports.memory.webhooks[0]!;
    expect(ports.secretBox.open(sealedSecret, "webhook secret of organization 1")).toBe(one);
    expect(() => ports.secretBox.open(sealedSecret, "webhook secret of organization 2"))
      .toThrow("Cannot open");
  });

  test.each<[string, object, object]>([
    ["the events in the order of the contract, each once", {
      events: ["SLOT_AVAILABILITY_CHANGED", "APPOINTMENT_CREATED", "SLOT_AVAILABILITY_CHANGED"],
    }, { events: ["APPOINTMENT_CREATED", "SLOT_AVAILABILITY_CHANGED"] }],
    ["all events", { events: eventNames.toReversed() }, { events: eventNames }],
    ["the URL that is called", { url: " HTTPS://Bücher.example:443/a/../é?b=c#d\n" }, {
      url: "https://xn--bcher-kva.example/%C3%A9?b=c",
    }],
    ["a URL with a port and a query", { url: "https://example.org:8443/a?b=c" }, {
      url: "https://example.org:8443/a?b=c",
    }],
    ["a URL of 2048 characters", { url: `https://e.org/${"x".repeat(2034)}` }, {}],
    ["TEST events if includeTest is true", { includeTest: true }, { includeTest: true }],
    ["the contact if includeContact is true", { includeContact: true }, { includeContact: true }],
    ["no contact if includeContact is null", { includeContact: null }, { includeContact: false }],
    ["no TEST events if includeTest is null", { includeTest: null }, { includeTest: false }],
  ])("%s", async (_, change, kept) => {
    const ports = openMemory();
    await createWebhook(ports, caller, { ...input, ...change });
    const webhook = ports.memory.webhooks[0]!;
    expect({ ...webhook }).toEqual({ ...webhook, ...kept });
  });
});

describe("creating a webhook is refused before any lookup for", () => {
  const ports = untouchable<Parameters<typeof createWebhook>[0]>();

  test("all invalid fields at once", async () => {
    for (
      const wrong of [
        {},
        { url: null, events: null },
        { url: "http://example.org", events: [] },
        { url: 7, events: "APPOINTMENT_CREATED" },
      ]
    ) expect(await faultsOf(() => createWebhook(ports, caller, wrong))).toEqual(["url", "events"]);
    const all = { url: "", events: {}, includeTest: "yes", includeContact: 1 };
    expect(await faultsOf(() => createWebhook(ports, caller, all)))
      .toEqual(["url", "events", "includeTest", "includeContact"]);
  });

  test.each([undefined, null, "text", 7, [input]])("a body that is %j", async (body) => {
    expect(await faultsOf(() => createWebhook(ports, caller, body))).toEqual(["body"]);
  });

  test.each([
    "",
    " ",
    "example.org/hook",
    "//example.org",
    "https://",
    "http://example.org/hook",
    "ftp://example.org",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user@example.org",
    "https://:secret@example.org",
    "https://user:secret@example.org",
    "https://example.org/\0",
    "https://example.org/a\nb",
    "https://exam\tple.org/",
    "https://example.org/a b",
    "https://good.example\\@evil.example/",
    "https://example.org\\hook",
    "https://example.org:0/",
    "https://example.org/\ud800",
  ])("the URL %j", async (url) => {
    expect(await faultsOf(() => createWebhook(ports, caller, { ...input, url }))).toEqual(["url"]);
  });

  test("a URL that has more than 2048 characters as it is called", async () => {
    const url = `https://e.org/${"é".repeat(400)}`;
    expect(await faultsOf(() => createWebhook(ports, caller, { ...input, url }))).toEqual(["url"]);
  });

  test("a URL of 2049 characters", async () => {
    const url = `https://e.org/${"x".repeat(2035)}`;
    expect(await faultsOf(() => createWebhook(ports, caller, { ...input, url }))).toEqual(["url"]);
  });

  test.each([
    [[]],
    [["appointment.created"]],
    [["APPOINTMENT_CREATED", "webhook.test"]],
    [["APPOINTMENT_CREATED", null]],
    [[["APPOINTMENT_CREATED"]]],
    [["toString"]],
    [{ 0: "APPOINTMENT_CREATED", length: 1 }],
  ])("the events %j, with one fault", async (events) => {
    expect(await faultsOf(() => createWebhook(ports, caller, { ...input, events })))
      .toEqual(["events"]);
  });
});

test("a URL with a forbidden address is a fault of `url` with the message of the address check, and nothing is stored", async () => {
  const asked: string[] = [];
  const ports = openMemory({
    refuseUrl: async (url) => {
      asked.push(url);
      return say("privateName");
    },
  });
  const { code, faults } = await refusalOf(() => createWebhook(ports, caller, input));
  expect({ code, faults }).toEqual({
    code: "VALIDATION_ERROR",
    faults: [{ field: "url", message: say("privateName") }],
  });
  expect(asked).toEqual([input.url]);
  expect(ports.memory.webhooks).toEqual([]);
});
