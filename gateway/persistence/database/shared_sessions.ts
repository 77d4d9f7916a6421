import { randomUUID } from "node:crypto";
import type { Client, QueryResult, Submittable } from "pg";
import { ConnectError } from "./faults.ts";
import {
  localSettings,
  readSharedSession,
  type SharedBegin,
  type SharedSession,
} from "./session.ts";
import { together } from "./together.ts";

/** What the driver's `query` takes; a submittable query handles its own answer. */
type Query = Statement | Submittable;
type Statement = string | { text: string; name?: string; values?: unknown[] };
type Callback = (error: unknown, result?: QueryResult) => void;
type Send = (query: Query, values?: unknown[]) => Promise<QueryResult>;

// A traced statement has a comment at its front.
const beginning = /^(?:\s|\/\*.*?\*\/)*begin\b([^;]*);?/i;
// Short limits of the role must not end it.
const beginOpening = `begin; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = '30s'`;
const ending = /^(?:\s|\/\*.*?\*\/)*(commit|rollback)\s*$/i;

/**
 * The statements of a connection whose pooler gives each transaction another session. Each transaction begins with all
 * settings that the service needs, in the message of its `begin`. Each other statement gets a transaction of its own, in
 * one packet. So no statement runs without the settings, and no setting remains for other clients of the session.
 */
export class SharedSessions {
  readonly #client: Client;
  readonly #send: Send;
  #settings: SharedBegin | undefined;
  #losesStatements = true;
  readonly #isOfStandby: boolean;
  /** Whether the statements sent so far leave a transaction open. */
  #isOpen = false;
  /** For each statement without an answer, whether it leaves a transaction open. */
  readonly #expected: boolean[] = [];

  /** `send` is the driver's `query` of the client. A standby refuses transactions that are `read write`. */
  constructor(
    client: Client,
    send: Client["query"],
    { isOfStandby = false }: { isOfStandby?: boolean } = {},
  ) {
    this.#client = client;
    this.#send = send as Send;
    this.#isOfStandby = isOfStandby;
    const { connection } = client as unknown as Inner;
    connection.on("readyForQuery", ({ status }) => {
      const expected = this.#expected.shift();
      // Never happens as long as `beginning` and `ending` find each change. If it does, statements ran without settings.
      if (expected === undefined || expected === (status !== "I")) return;
      connection.stream.destroy(new Error("Connection terminated: a transaction has ended early"));
    });
  }

  get losesStatements(): boolean {
    return this.#losesStatements;
  }

  /** Reads the settings of the server and whether the pooler keeps statements. Sets nothing. */
  async open({ readsTimeline }: { readsTimeline: boolean }): Promise<SharedSession> {
    const probe = `probe ${randomUUID()}`;
    // In one transaction, and so in one session.
    const [, , { rows }] = await together(
      this.#client,
      () => [
        this.#send(beginOpening),
        this.#send({ name: probe, text: "select" }),
        this.#send(readSharedSession({ readsTimeline, probe })) as Promise<
          QueryResult<SharedSession>
        >,
      ],
    );
    const session = rows[0]!;
    // A pooler that knows named statements gives them names of its own.
    if (session.passesNames) await this.#send(`deallocate "${probe}"`);
    await this.#send("rollback");
    this.#losesStatements = session.passesNames;
    this.#settings = localSettings(session);
    return session;
  }

  /** Replaces the driver's `query`. */
  readonly query = (
    query: Query,
    values?: unknown[] | Callback,
    callback?: Callback,
  ): Promise<QueryResult> | Submittable | void => {
    if (typeof values === "function") return this.query(query, undefined, values);
    if (isSubmittable(query)) {
      if (!this.#isOpen) throw new Error("Cannot send this query outside a transaction");
      return this.#sendNext(query) as unknown as Submittable;
    }
    const result = this.#run(query, values);
    if (!callback) return result;
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool passes a callback
    result.then((found) => callback(null, found), callback);
  };

  #run(query: Statement, values: unknown[] | undefined): Promise<QueryResult> {
    const text = typeof query === "string" ? query : query.text;
    if (beginning.test(text)) return this.#begin(text);
    if (ending.test(text)) this.#isOpen = false;
    else if (!this.#isOpen) return this.#runAlone(query, values);
    return this.#sendNext(this.#withoutLostName(query), values);
  }

  async #runAlone(
    query: Statement,
    values: unknown[] | undefined,
  ): Promise<QueryResult> {
    const text = typeof query === "string" ? query : query.text;
    const [, result, ended] = await together(this.#client, () => [
      this.#begin("begin", { onlyReads: /^(?:\s|\/\*.*?\*\/)*select\b/i.test(text) }),
      this.#sendNext(this.#withoutLostName(query), values),
      this.#run("commit", undefined),
    ]);
    if (ended.command !== "COMMIT") throw new Error("The statement was rolled back");
    return result;
  }

  /** Sends a `begin` with the settings between it and the rest of its message. */
  async #begin(text: string, { onlyReads = false } = {}): Promise<QueryResult> {
    this.#isOpen = true;
    const { write, read } = this.#settings!;
    const [start, options = ""] = beginning.exec(text)!;
    const settings = onlyReads || this.#isOfStandby || /\bread only\b/i.test(options)
      ? read
      : write;
    // Options override earlier ones.
    const access = this.#isOfStandby ? "read only" : "read write";
    const all = ["isolation level read committed", access, options].filter((one) =>
      one.trim() !== ""
    );
    const rest = text.slice(start.length);
    try {
      return await this.#sendNext(`begin ${all.join(", ")}; ${settings}; ${rest}`);
    } catch (error) {
      // The next connection reads the settings again: the server may have another version now.
      void this.#client.end();
      throw new ConnectError(error);
    }
  }

  #sendNext(query: Query, values?: unknown[]): Promise<QueryResult> {
    this.#expected.push(this.#isOpen);
    return this.#send(query, values);
  }

  #withoutLostName(query: Statement): Statement {
    if (typeof query === "string" || !this.#losesStatements) return query;
    const { name: _, ...unnamed } = query;
    return unnamed;
  }
}

function isSubmittable(query: Query): query is Submittable {
  return typeof query === "object" && "submit" in query;
}

/** Members that the driver's types of a client omit. */
interface Inner {
  connection: {
    stream: { destroy(error: Error): void };
    on(event: "readyForQuery", listener: (message: { status: string }) => void): void;
  };
}
