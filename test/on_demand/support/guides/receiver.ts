import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Stage } from "./stage.ts";
import { enterAuthority, type Machines } from "./three_machines.ts";

const script = fileURLToPath(new URL("run_receiver.ts", import.meta.url));
// Webhooks go to public addresses only. The network of the machines ends here, so nobody else has it there.
const address = "93.184.216.34";

/** A receiver of webhooks on a computer that is none of the machines. It refuses some events once. */
export interface Receiver extends AsyncDisposable {
  url: string;
  /** The appointments of the events that it has accepted. */
  accepted: number[];
}

/** Starts a receiver with a certificate of the machines' authority. */
export async function startReceiver(
  { network, shared }: Stage,
  { postgres }: Machines,
): Promise<Receiver> {
  await enterAuthority(postgres);
  await postgres.run(
    "openssl req -x509 -CA ca.pem -CAkey ca.key -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 " +
      `-subj /CN=receiver -addext subjectAltName=IP:${address} -addext basicConstraints=critical,CA:false ` +
      "-keyout receiver.key -out receiver.pem",
  );
  const files = ["receiver.pem", "receiver.key"].map((name) => join(shared, "authority", name));
  const child = network.start(
    `ip addr add ${address}/32 dev bridge; exec ${process.execPath} ${script} ${address} ${
      files.join(" ")
    }`,
  );
  const exited = once(child, "exit");
  const accepted: number[] = [];
  createInterface({ input: child.stdout! }).on("line", (line) => accepted.push(Number(line)));
  return {
    url: `https://${address}/`,
    accepted,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
