import type { Mailer } from "../../core/mod.ts";
import { lazily } from "../lazily.ts";
import type { MailSettings } from "./mail_settings.ts";

export type { MailSettings } from "./mail_settings.ts";
export { createStopHandler } from "./stop_handler.ts";

/** The mails that a process sends at once, each over a connection of its own. Mail servers refuse clients with more. */
export const maxMailsAtOnce = 10;

/** Creates core's `Mailer`. Loads its library at the first mail. */
export function createMailer(
  settings: MailSettings,
  options: { maxAnswerMs?: number | undefined } = {},
): Mailer {
  const loaded = lazily(async () => {
    const { createSmtpMailer } = await import("./smtp_mailer.ts");
    return createSmtpMailer(settings, options);
  });
  const { from, publicUrl } = settings;
  return { from, publicUrl, send: async (mail) => (await loaded()).send(mail) };
}

/** Connects to the mail server and signs in. Returns why it cannot, in words; undefined if it can. */
export async function mailServerFault(
  settings: MailSettings,
  maxMs: number,
): Promise<string | undefined> {
  const { verifyMailServer } = await import("./smtp_mailer.ts");
  const { describeFault } = await import("./mail_fault.ts");
  try {
    await verifyMailServer(settings, maxMs);
    return undefined;
  } catch (error) {
    return describeFault(error as Error);
  }
}
