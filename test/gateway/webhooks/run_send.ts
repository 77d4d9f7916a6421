// Sends one webhook to the port that is named on the command line, in a process of its own environment.
import { createWebhookSender } from "../../../gateway/webhooks/mod.ts";

const sender = createWebhookSender({
  allowsPrivateNetwork: true,
  lookup: async () => ["127.0.0.1"],
});
const url = `https://localhost:${process.argv[2]}/hook`;
const result = await sender.send({ url, headers: {}, body: "{}" });
await sender.close();
process.stdout.write(JSON.stringify(result));
