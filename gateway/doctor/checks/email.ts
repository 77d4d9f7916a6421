import { conclude, failing, type Finding } from "../finding.ts";

/** Checks that mails can be sent. Undefined: SMTP_URL is not set. */
export function checkEmail(server: { fault: string | undefined } | undefined): Finding {
  if (!server) return conclude([], "not configured: the service sends no e-mail");
  const { fault } = server;
  if (fault === undefined) return conclude([], "the mail server answers and accepts the sign-in");
  return failing(
    `${fault}, so mails wait, and are given up after five attempts`,
    "Correct SMTP_URL, or start the mail server",
  );
}
