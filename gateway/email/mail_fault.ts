/** An error of a connection to a mail server. */
export interface MailFault extends Error {
  code?: string;
  /** The command that the server refused. */
  command?: string;
  /** The status of the answer; absent without one. */
  responseCode?: number;
  /** The text of the answer. It may contain the address of the person, so it is not logged and not stored. */
  response?: string;
}

// The recipient's mailbox (5.1.1), domain (5.1.2, 5.1.10), form (5.1.3) or move (5.1.6), and a mailbox that takes no mail
// (5.2.1). Others are about the sender (5.1.7, 5.1.8), the policy (5.7.x) or everything (5.1.0, 5.2.0).
const ofAddress = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;
const withoutCode = new Set([550, 551, 553]);
// Mail servers check the sender, the client and the policy at RCPT TO as well.
const ofOthers = /sender|relay|denied|rcpthosts|auth|polic|spam|spf|ptr|block|listed|reject/i;

/**
 * Returns whether the server does not know the recipient. A server that refuses all mails of the service, such as one
 * that does not relay, must not mark every address of every organization as unknown.
 */
export function refusesAddress({ command, responseCode = 0, response = "" }: MailFault): boolean {
  if (command !== "RCPT TO" || responseCode < 500) return false;
  if (/sender/i.test(response)) return false;
  const code = /(?:^\d{3}[ -]|#)(\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (code !== undefined) return ofAddress.test(code);
  return withoutCode.has(responseCode) && !ofOthers.test(response);
}

/** Returns a fault as a text for staff and logs. It has no address of a person and no text of the server. */
export function describeFault({ code, command, responseCode }: MailFault): string {
  if (responseCode) {
    const step = steps[command?.split(" ")[0] ?? ""] ?? "the connection";
    return `The mail server refused ${step} with ${responseCode}`;
  }
  return texts[code ?? ""] ?? "The mail server cannot be used";
}

const steps: Record<string, string> = {
  AUTH: "the sign-in",
  MAIL: "the sender",
  RCPT: "the recipient",
  DATA: "the mail",
};

const texts: Record<string, string> = {
  ETIMEDOUT: "The mail server did not answer in time",
  ECONNREFUSED: "The mail server refused the connection",
  ECONNRESET: "The mail server closed the connection",
  ECONNECTION: "The mail server closed the connection",
  ESOCKET: "The connection to the mail server failed",
  EDNS: "The name of the mail server was not found",
  ETLS: "The mail server offers no valid encryption",
  EAUTH: "The mail server refused the sign-in",
};
