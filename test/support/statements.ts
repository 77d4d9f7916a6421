import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";

/** A statement as it was sent. */
export interface SentStatement {
  name?: string;
  text: string;
  values?: readonly unknown[];
}

const recorded = new AsyncLocalStorage<SentStatement[]>();

/** The texts of the statements of `sentStatementsOf`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentStatementsOf(work)).map(({ text }) => text);
}

/**
 * The statements that some work sends over this process' connections. Statements that a service sends by itself
 * meanwhile, such as jobs and new connections, are left out.
 */
export async function sentStatementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const prototype = Client.prototype as { query(...asked: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (...asked: unknown[]) {
    const [statement, values] = asked as [string | SentStatement, unknown];
    const one = typeof statement === "string"
      ? { text: statement, ...(Array.isArray(values) && { values }) }
      : statement;
    // One caller sends shared reads for all that wait, so they count whoever sends them.
    if (recorded.getStore() === sent || isSharedRead(one.text)) sent.push(one);
    return query.apply(this, asked);
  };
  try {
    await recorded.run(sent, work);
  } finally {
    prototype.query = query;
  }
  return sent;
}

function isSharedRead(text: string): boolean {
  return text.includes("select requested.position");
}
