import { once } from "node:events";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { MailSettings } from "../../gateway/email/mod.ts";

/** A mail that the server has accepted. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message. */
  raw: string;
  parsed: Email;
}

/** A refusal of the server. */
export interface MailRefusal {
  code: number;
  text: string;
}

/** A real mail server on this machine. */
export interface MailServer extends AsyncDisposable {
  settings: MailSettings;
  received: ReceivedMail[];
  /** Answers the next recipients, or the ends of the next messages, with these refusals. */
  refuse: Record<"recipients" | "messages", MailRefusal[]>;
  /** Messages that were read, also those that were refused. */
  read: string[];
  signIns: string[];
}

/** Starts a mail server. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const refuse: MailServer["refuse"] = { recipients: [], messages: [] };
  const received: ReceivedMail[] = [];
  const read: string[] = [];
  const signIns: string[] = [];
  const errorOf = ({ code, text }: MailRefusal) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username = "", password = "" }, _, done) {
      signIns.push(`${username}:${password}`);
      if (password === "right") done(null, { user: username });
      else done(new Error("wrong"));
    },
    onRcptTo(_, __, done) {
      const refusal = refuse.recipients.shift();
      done(refusal ? errorOf(refusal) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString();
        read.push(raw);
        const refusal = refuse.messages.shift();
        if (refusal) return done(errorOf(refusal));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw,
          parsed: await PostalMime.parse(raw),
        });
        done();
      });
    },
    ...options,
  });
  // A client that closes early is no fault of the test.
  server.on("error", () => {});
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as { port: number };
  return {
    settings: {
      server: { host: "127.0.0.1", port, isSecure: false, user: "", password: "" },
      from: "booking@service.example",
      publicUrl: "https://book.example",
      allowsPlain: false,
    },
    received,
    refuse,
    read,
    signIns,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
