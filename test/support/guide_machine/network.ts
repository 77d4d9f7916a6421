import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A network of machines, 10.0.0.0/24, which nothing leaves. */
export interface Network extends AsyncDisposable {
  /** Gives the machine of a process an eth0 with an address. */
  connect(pid: number, address: string): Promise<void>;
  /** Runs a program in the network that is on none of the machines. */
  start(command: string): ChildProcess;
}

/** Starts a network, in which this computer is 10.0.0.5. */
export async function startNetwork(): Promise<Network> {
  const script =
    "ip link set lo up; ip link add bridge type bridge; ip addr add 10.0.0.5/24 dev bridge; " +
    "ip link set bridge up; echo ready; exec sleep infinity";
  const owner = spawn("unshare", ["--net", "bash", "-euc", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(owner.stdout, "data");
  const inside = ["--target", `${owner.pid}`, "--net", "bash", "-euc"];
  return {
    async connect(pid, address) {
      const port = `port${address.split(".").at(-1)}`;
      const words =
        `ip link add ${port} type veth peer name eth0 netns ${pid}; ip link set ${port} master bridge up`;
      await run("nsenter", [...inside, words]);
      const own = `ip link set lo up; ip addr add ${address}/24 dev eth0; ip link set eth0 up; ` +
        "ip route add default via 10.0.0.5";
      await run("nsenter", ["--target", `${pid}`, "--net", "bash", "-euc", own]);
    },
    start: (command) =>
      spawn("nsenter", [...inside, command], { stdio: ["ignore", "pipe", "inherit"] }),
    async [Symbol.asyncDispose]() {
      owner.kill("SIGKILL");
      await once(owner, "exit");
    },
  };
}
