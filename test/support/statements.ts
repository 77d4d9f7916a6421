import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";

const recorded = new AsyncLocalStorage<string[]>();

/**
 * The texts of the statements that some work sends over this process' connections. Statements that a service sends by
 * itself meanwhile, such as jobs and new connections, are left out.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const prototype = Client.prototype as { query(...asked: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (...asked: unknown[]) {
    const [statement] = asked as [string | { text: string }];
    const text = typeof statement === "string" ? statement : statement.text;
    // One caller sends shared reads for all that wait, so they count whoever sends them.
    if (recorded.getStore() === texts || isSharedRead(text)) texts.push(text);
    return query.apply(this, asked);
  };
  try {
    await recorded.run(texts, work);
  } finally {
    prototype.query = query;
  }
  return texts;
}

function isSharedRead(text: string): boolean {
  return text.includes("select requested.position");
}
