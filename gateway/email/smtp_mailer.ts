import { Readable } from "node:stream";
import { domainToASCII } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import {
  durationMs,
  type Mailer,
  type MailResult,
  type OutgoingMail,
  unknownOutcome,
} from "../../core/mod.ts";
import { describeFault, type MailFault, refusesAddress } from "./mail_fault.ts";
import { connectionOptions, type MailSettings } from "./mail_settings.ts";

const maxMs = 10_000;

/** How much longer the server may take to answer once it has the whole mail. */
const maxAnswerMs = 8_000;

/** Time that the sending of a mail takes at most. */
export const maxSendingMs = maxMs + maxAnswerMs;

/** Creates a mailer with a connection for each mail. */
export function createSmtpMailer(
  settings: MailSettings,
  { maxMs: limitMs = maxMs, maxAnswerMs: answerMs = maxAnswerMs }: {
    maxMs?: number;
    maxAnswerMs?: number | undefined;
  } = {},
): Pick<Mailer, "send"> {
  return {
    async send(mail): Promise<MailResult> {
      const startedAt = performance.now();
      const leftMs = () => limitMs - (performance.now() - startedAt);
      let isSent = false;
      const onSent = () => void (isSent = true);
      const result = (fault: MailFault | undefined, statusCode: number | null): MailResult => ({
        isDelivered: fault === undefined,
        statusCode,
        responseTimeMs: durationMs(startedAt, performance.now()),
        error: fault ? isUnknown(fault) ? unknownOutcome : describeFault(fault) : null,
        isFinal: !fault || isFinal(fault),
        refusesAddress: fault !== undefined && refusesAddress(fault),
        isUnknown: fault !== undefined && isUnknown(fault),
      });
      const isUnknown = ({ responseCode }: MailFault) => isSent && responseCode === undefined;
      try {
        const message = await compose(mail, settings.from);
        const code = await deliver(message, {
          to: mail.to,
          settings,
          maxMs: leftMs(),
          maxAnswerMs: answerMs,
          onSent,
        });
        return result(undefined, code);
      } catch (error) {
        const fault = error as MailFault;
        return result(fault, fault.responseCode ?? null);
      }
    },
  };
}

/** A mail that the server has read and refuses will not be accepted later. */
function isFinal(fault: MailFault): boolean {
  return refusesAddress(fault) || fault.command === "DATA" && (fault.responseCode ?? 0) >= 500;
}

/** Makes the message. The library encodes headers, and a line break in one of them cannot begin another one. */
async function compose(mail: OutgoingMail, from: string): Promise<Buffer> {
  const { id, to, senderName, replyTo, subject, text, html, calendar, stopUrl } = mail;
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const message = new MailComposer({
    messageId: `<${id}@${domain}>`,
    from: { name: senderName, address: from },
    to: { name: "", address: to },
    ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    icalEvent: { method: calendar.method, content: calendar.content, filename: "appointment.ics" },
    headers: {
      // No out-of-office answers.
      "Auto-Submitted": "auto-generated",
      ...(stopUrl !== null && {
        "List-Unsubscribe": `<${stopUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await message.compile().build();
}

/**
 * Sends a message over a new connection. Returns the status of the answer. Calls `onSent` when the whole message is sent.
 * Rejects if that takes longer than `maxMs`, or the answer after it longer than `maxAnswerMs`.
 */
async function deliver(
  message: Buffer,
  { to, settings, maxMs, maxAnswerMs, onSent }: {
    to: string;
    settings: MailSettings;
    maxMs: number;
    maxAnswerMs: number;
    onSent(): void;
  },
): Promise<number> {
  const envelope = { from: settings.from, to: [envelopeAddress(to)] };
  return await onConnection(
    settings,
    maxMs,
    (connection, waitFor) =>
      new Promise((resolve, reject) => {
        // The connection reads the message after the server has accepted DATA.
        const content = Readable.from([message]).on("end", () => {
          onSent();
          waitFor(maxAnswerMs);
        });
        connection.send(envelope, content, (error, info) => {
          if (error) reject(error);
          else resolve(Number.parseInt(info?.response ?? "250", 10) || 250);
        });
      }),
  );
}

/** Returns an address with its domain in the form that every mail server takes. */
function envelopeAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}

/** Connects and signs in, and does nothing else. Rejects with the fault. */
export async function verifyMailServer(settings: MailSettings, maxMs: number): Promise<void> {
  await onConnection(settings, maxMs, async () => undefined);
}

async function onConnection<T>(
  settings: MailSettings,
  maxMs: number,
  work: (connection: SMTPConnection, waitFor: (ms: number) => void) => Promise<T>,
): Promise<T> {
  const connection = new SMTPConnection(connectionOptions(settings));
  const { promise: fault, reject } = Promise.withResolvers<never>();
  // An error after the end has no other listener, and would end the process.
  connection.on("error", reject);
  fault.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const waitFor = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => reject(tooSlow(ms)), Math.max(ms, 0));
  };
  waitFor(maxMs);
  const { user, password } = settings.server;
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => error ? reject(error) : resolve()));
  const steps = async () => {
    await step((done) => void connection.connect(done));
    if (user !== "") {
      await step((done) => connection.login({ credentials: { user, pass: password } }, done));
    }
    return await work(connection, waitFor);
  };
  try {
    return await Promise.race([steps(), fault]);
  } finally {
    clearTimeout(timer);
    connection.quit();
    connection.close();
  }
}

function tooSlow(maxMs: number): MailFault {
  return Object.assign(new Error(`no answer in ${maxMs} ms`), { code: "ETIMEDOUT" });
}
