import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../../gateway/embedded_postgres/free_port.ts";
import { patroniFile } from "../../../support/patroni/guide.ts";
import { type Network, openNetwork } from "../../../support/replication/network.ts";
import { end, environment, giveToServer, serverProcesses, spawnLogged } from "./logged_process.ts";

/** Nodes see each other and the service come from here, and what passes no network from 127.0.0.1. */
const networkAddress = "127.0.0.2";

/** One Patroni with its Postgres. Everything that others exchange with it passes its networks. */
export interface PatroniNode {
  name: string;
  /** Postgres, past the networks. */
  port: number;
  /** Patroni's REST API, past the networks. */
  apiPort: number;
  /** Patroni's configuration. */
  file: string;
  /** The node's own folder: sockets, and programs that it runs instead of those of the machine, in `bin`. */
  folder: string;
  /** The data of Postgres. */
  data: string;
  forService: Network;
  /** Cuts the node off from etcd, from clients and from the other nodes. */
  cut(): void;
  heal(): void;
  /** Ends Patroni and Postgres at once, as when their machine loses power. */
  kill(): Promise<void>;
  /** Ends them in order, as `systemctl stop patroni` does. */
  stop(): Promise<void>;
  /** Starts Patroni, which starts Postgres. */
  start(): void;
  /** Stops every process of Patroni and Postgres without ending it. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Starts a node with the guide's configuration. */
export async function startNode({ name, root, password, etcdPorts, opened }: {
  name: string;
  root: string;
  password: string;
  etcdPorts: readonly number[];
  opened: AsyncDisposableStack;
}): Promise<PatroniNode> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const networkTo = async (to: number) =>
    opened.use(await openNetwork(to, { address: networkAddress }));
  const forService = await networkTo(port);
  const [forStandby, forApi] = [await networkTo(port), await networkTo(apiPort)];
  const forEtcd = await Promise.all(etcdPorts.map(networkTo));
  const all = [forService, forStandby, forApi, ...forEtcd];
  const folder = join(root, name);
  mkdirSync(folder);
  giveToServer(folder);
  const data = join(folder, "postgres");
  const file = join(folder, "patroni.yml");
  const settings = patroniFile({
    name,
    data,
    sockets: folder,
    password,
    port,
    apiPort,
    outerPort: forStandby.port,
    outerApiPort: forApi.port,
    etcdPorts: forEtcd.map((network) => network.port),
    network: `${networkAddress}/32`,
  });
  writeFileSync(file, settings);
  const variables = { PATH: `${join(folder, "bin")}:${environment.PATH}` };
  let patroni: ChildProcess | undefined;
  const signalAll = (kind: NodeJS.Signals) => {
    patroni?.kill(kind);
    for (const pid of serverProcesses(data)) signalIfAlive(pid, kind);
  };
  const node: PatroniNode = {
    name,
    port,
    apiPort,
    file,
    folder,
    data,
    forService,
    cut: () => all.forEach((network) => network.cut()),
    heal: () => all.forEach((network) => network.heal()),
    async kill() {
      if (patroni) await end(patroni);
      while (serverProcesses(data).length > 0) {
        signalAll("SIGKILL");
        await delay(5);
      }
    },
    async stop() {
      if (patroni) await end(patroni, "SIGTERM");
    },
    start() {
      patroni = spawnLogged(root, { name, words: ["patroni", file], variables });
    },
    async freeze() {
      // Again, for a process that started meanwhile.
      while (!patroni || !serverProcesses(data).concat(patroni.pid!).every(isStopped)) {
        signalAll("SIGSTOP");
        await delay(5);
      }
    },
    thaw: () => signalAll("SIGCONT"),
  };
  opened.defer(() => node.kill());
  node.start();
  return node;
}

function isStopped(pid: number): boolean {
  try {
    // The state follows the name of the program, which may have brackets of its own.
    return /^.*\) [TZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

function signalIfAlive(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
