// Runs the whole adapter over memory on Deno; deno.test.ts starts it. Prints one line of JSON when it listens. Ends
// when its standard input ends, so that it never outlives the test.
import { createApplication } from "../../core/mod.ts";
import { createRestHandler } from "../../rest-adapter/mod.ts";
import { createInMemoryPorts } from "../support/in_memory/ports.ts";
import { seedOrganization } from "../support/in_memory/seed_organization.ts";
import { unsignedTokens } from "../support/unsigned_tokens.ts";

const application = createApplication(createInMemoryPorts());
const { departments, keys } = await seedOrganization(application, {
  departments: [{ name: "Dental Care" }],
  keys: { full: {} },
});
const handle = createRestHandler(application, { sessionTokens: unsignedTokens });

const server = Deno.serve(
  {
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => {
      const line = JSON.stringify({ port, key: keys.full.key, departmentId: departments[0]!.id });
      Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
    },
  },
  (request, { remoteAddr }) => handle(request, { ipAddress: remoteAddr.hostname }),
);

for await (const _ of Deno.stdin.readable) { /* only the end matters */ }
await server.shutdown();
