import { McpServer } from "@modelcontextprotocol/server";
import { BookingClient } from "../../rest-adapter/client/mod.ts";
import { answerOf } from "./answer.ts";
import type { McpSettings } from "./settings.ts";
import { tools } from "./tools.ts";

const instructions =
  "Books appointments in the departments of one organization. All times are local to the organization, " +
  "without a zone, such as 2027-03-05T14:30:00. Call get_organization for the zone, the present local time, the " +
  "environment and the credits that are left. Look for a free slot with find_slots before booking. " +
  "Each booking costs the organization a credit, so book only what the user has asked for.";

/** Makes a server whose tools call the API of the service with one key. */
export function createServer({ apiKey, baseUrl, isReadOnly }: McpSettings): McpServer {
  const client = new BookingClient({ apiKey, baseUrl });
  const server = new McpServer({ name: "appointment-booking", version: "1.0.0" }, { instructions });
  for (const { name, title, description, input, effect, run } of tools) {
    if (isReadOnly && effect !== "reads") continue;
    server.registerTool(name, {
      title,
      description,
      inputSchema: input,
      annotations: {
        readOnlyHint: effect === "reads",
        destructiveHint: effect === "removes",
        // A repetition by the model is a new request. The repetitions of the client are safe.
        idempotentHint: effect !== "adds",
        openWorldHint: false,
      },
    }, (given) =>
      // The server has checked it by the schema of the tool.
      answerOf(() => run(client, given as never)));
  }
  return server;
}
