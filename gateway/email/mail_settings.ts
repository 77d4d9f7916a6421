import { isIP } from "node:net";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";

/** What the operator has configured. */
export interface MailSettings {
  server: {
    host: string;
    port: number;
    /** TLS from the first byte. Otherwise STARTTLS. */
    isSecure: boolean;
    /** "" for none. */
    user: string;
    password: string;
  };
  from: string;
  /** The origin of the links in mails. */
  publicUrl: string;
  /** Whether the server may be used without encryption. */
  allowsPlain: boolean;
}

/** Returns the options of a connection. It is encrypted, except to this machine or if the operator allows it. */
export function connectionOptions(
  { server: { host, port, isSecure }, from, allowsPlain }: MailSettings,
): SMTPConnectionOptions {
  const mayBePlain = allowsPlain || isThisMachine(host);
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    // A server on this machine often has a certificate of its own making, and nothing leaves the machine.
    ignoreTLS: !isSecure && isThisMachine(host),
    // A server that offers STARTTLS must do it.
    opportunisticTLS: false,
    name: from.slice(from.lastIndexOf("@") + 1),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    // The mailer ends a connection earlier.
    socketTimeout: 30_000,
    socketCloseTimeout: 1000,
    tls: { minVersion: "TLSv1.2" },
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || isIP(host) === 4 && host.startsWith("127.");
}
