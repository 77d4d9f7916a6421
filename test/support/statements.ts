import { Client } from "pg";

/** The texts of the statements that some work sends over this process' connections. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const prototype = Client.prototype as { query(...asked: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (...asked: unknown[]) {
    const [statement] = asked as [string | { text: string }];
    texts.push(typeof statement === "string" ? statement : statement.text);
    return query.apply(this, asked);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return texts;
}
