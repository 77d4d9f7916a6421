import { createServer } from "node:net";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { mailServerFault } from "../../../gateway/email/mod.ts";
import { connectionOptions } from "../../../gateway/email/mail_settings.ts";
import { createSmtpMailer } from "../../../gateway/email/smtp_mailer.ts";
import { startMailServer } from "../../support/mail_server.ts";
import { patience } from "../../support/time_bounds.ts";

const mail = {
  id: "0199f0c4-4d5c-7c36-8f3e-0b7f5f0b8a11",
  to: "ada@example.org",
  senderName: "Town hall",
  replyTo: null,
  subject: "Subject",
  text: "Text",
  html: "<p>Text</p>",
  calendar: { method: "REQUEST", content: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" },
  stopUrl: null,
} as const;

const signedIn = (password: string) => ({ user: "me", password });

test("signs in with user and password, and says if they are wrong", async () => {
  await using server = await startMailServer({ authOptional: false });
  const { settings } = server;
  const withPassword = (password: string) => ({
    ...settings,
    server: { ...settings.server, ...signedIn(password) },
  });
  expect(await createSmtpMailer(withPassword("right")).send(mail)).toMatchObject({
    isDelivered: true,
  });
  expect(server.signIns).toEqual(["me:right"]);
  const wrong = await createSmtpMailer(withPassword("wrong")).send(mail);
  expect(wrong).toMatchObject({ isDelivered: false, isFinal: false, refusesAddress: false });
  expect(wrong.error).toMatch(/^The mail server refused the sign-in with 535$/);
  expect(await mailServerFault(withPassword("right"), 5000)).toBeUndefined();
  expect(await mailServerFault(withPassword("wrong"), 5000)).toMatch(/refused the sign-in/);
  expect(server.received).toHaveLength(1);
});

test("never goes on without encryption at a server that offers STARTTLS and has no valid certificate", async () => {
  await using server = await startMailServer({ disabledCommands: [] });
  // An address of this machine that the mailer does not know as one.
  const settings = { ...server.settings, server: { ...server.settings.server, host: "0.0.0.0" } };
  for (const allowsPlain of [true, false]) {
    const result = await createSmtpMailer({ ...settings, allowsPlain }).send(mail);
    expect(result).toMatchObject({ isDelivered: false, isFinal: false });
  }
  expect(server.read).toEqual([]);
});

test("uses a server on this machine whatever its certificate is", async () => {
  await using server = await startMailServer({ disabledCommands: [] });
  expect(await createSmtpMailer(server.settings).send(mail)).toMatchObject({ isDelivered: true });
});

test("sends to a domain with letters beyond ASCII in the form that every server takes", async () => {
  // By hand, because the library of the other tests decodes the domain.
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {}).write("220 mail\r\n");
    createInterface(socket).on("line", (line) => {
      lines.push(line);
      const inMessage = lines.includes("DATA") && lines.at(-1) !== ".";
      if (line === "DATA") socket.write("354 go on\r\n");
      else if (!inMessage) socket.write("250 done\r\n");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const settings = {
    server: { host: "127.0.0.1", port, isSecure: false, user: "", password: "" },
    from: "a@b.example",
    publicUrl: "https://b.example",
    allowsPlain: false,
  };
  const result = await createSmtpMailer(settings).send({ ...mail, to: "ada@bücher.example" });
  expect(result).toMatchObject({ isDelivered: true });
  expect(lines).toContain("RCPT TO:<ada@xn--bcher-kva.example>");
  server.close();
});

test("a server that has the whole mail and does not confirm it in time may have accepted it", async () => {
  const unanswered: (() => void)[] = [];
  await using server = await startMailServer({
    onData: (stream, _, done) => void stream.resume().on("end", () => unanswered.push(done)),
  });
  const waits = { maxMs: 5000, maxAnswerMs: 100 };
  expect(await createSmtpMailer(server.settings, waits).send(mail)).toMatchObject({
    isDelivered: false,
    isFinal: false,
    isUnknown: true,
    statusCode: null,
    error: "The mail server did not confirm the mail in time. It may have accepted it",
  });
  // The time for the answer begins when the mail is sent.
  const slow = createSmtpMailer(server.settings, { maxMs: 2000, maxAnswerMs: 20_000 }).send(mail);
  await expect.poll(() => unanswered.length).toBe(2);
  setTimeout(unanswered[1]!, 2100);
  expect(await slow).toMatchObject({ isDelivered: true, isUnknown: false });
});

test("requires STARTTLS, except on this machine or if the operator allows it", () => {
  const server = { port: 587, isSecure: false, user: "", password: "" };
  const rest = { from: "a@b.example", publicUrl: "https://b.example" };
  const requires = (host: string, more: { isSecure?: boolean; allowsPlain?: boolean } = {}) => {
    const { isSecure = false, allowsPlain = false } = more;
    const settings = { ...rest, allowsPlain, server: { ...server, host, isSecure } };
    const { secure, requireTLS } = connectionOptions(settings);
    return { secure, requireTLS };
  };
  expect(requires("mail.example")).toEqual({ secure: false, requireTLS: true });
  expect(requires("10.0.0.1")).toEqual({ secure: false, requireTLS: true });
  expect(requires("127.example")).toEqual({ secure: false, requireTLS: true });
  expect(requires("mail.example", { allowsPlain: true }).requireTLS).toBe(false);
  for (const host of ["localhost", "127.0.0.1", "::1"]) {
    expect(requires(host).requireTLS).toBe(false);
  }
  expect(requires("mail.example", { isSecure: true })).toEqual({ secure: true, requireTLS: false });
});

test("a server that is silent, or away, costs one attempt of bounded time", async () => {
  const silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const settings = {
    server: { host: "127.0.0.1", port, isSecure: false, user: "", password: "" },
    from: "a@b.example",
    publicUrl: "https://b.example",
    allowsPlain: false,
  };
  const mailer = createSmtpMailer(settings, { maxMs: 200 });
  // More than there are connections: those that wait for one end in the same time.
  const results = await Promise.all(Array.from({ length: 12 }, () => mailer.send(mail)));
  for (const { error, responseTimeMs, isFinal, isUnknown } of results) {
    expect(isUnknown).toBe(false);
    expect(error).toBe("The mail server did not answer in time");
    expect(responseTimeMs).toBeLessThan(patience(2000));
    expect(isFinal).toBe(false);
  }
  silent.close();
  const away = await createSmtpMailer({ ...settings, server: { ...settings.server, port: 1 } })
    .send(mail);
  expect(away).toMatchObject({ isDelivered: false, statusCode: null, isFinal: false });
});
