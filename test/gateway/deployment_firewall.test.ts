import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const rules = fileURLToPath(new URL("../../gateway/deployment/nftables.conf", import.meta.url));
const [proxy, service] = ["10.0.0.31", "10.0.0.11"];
const namespaces = { [proxy!]: `proxy-${process.pid}`, [service!]: `service-${process.pid}` };

// Needs root, and the programs of Debian's `iproute2` and `nftables`.
const canFilter = spawnSync("sh", ["-c", "nft --version && unshare --net ip link"]).status === 0;

/** Starts a program of Node at an address. */
function startAt(address: string, program: string) {
  const words = ["netns", "exec", namespaces[address]!, process.execPath, "-e", program];
  const child = spawn("ip", words, { stdio: ["pipe", "pipe", "inherit"] });
  return Object.assign(child, {
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  });
}

function ip(...words: string[]): void {
  execFileSync("ip", words);
}

/** Connects two machines with the addresses of a proxy and of a service. */
function connectMachines(): Disposable & { loadFirewall(address: string): void } {
  const stop = () => {
    for (const name of Object.values(namespaces)) spawnSync("ip", ["netns", "delete", name]);
  };
  try {
    const [a, b] = Object.values(namespaces) as [string, string];
    ip("netns", "add", a);
    ip("netns", "add", b);
    ip("link", "add", "eth0", "netns", a, "type", "veth", "peer", "name", "eth0", "netns", b);
    for (const [address, name] of Object.entries(namespaces)) {
      ip("-n", name, "address", "add", `${address}/24`, "dev", "eth0");
      ip("-n", name, "link", "set", "eth0", "up");
    }
  } catch (error) {
    stop();
    throw error;
  }
  return {
    loadFirewall: (address) => ip("netns", "exec", namespaces[address]!, "nft", "--file", rules),
    [Symbol.dispose]: stop,
  };
}

test.skipIf(!canFilter)(
  "connections of the machines that are older than the firewall stay, and it admits no new ones",
  async () => {
    using machines = connectMachines();
    using waiting = startAt(
      service!,
      `const server = require("node:net").createServer((socket) =>
        process.stdin.once("data", () => socket.end("answer")));
      server.listen(3000, "${service}", () => console.log("listens"));`,
    );
    await once(waiting.stdout, "data");
    using caller = startAt(
      proxy!,
      `const socket = require("node:net").connect(3000, "${service}", () => console.log("connected"));
      socket.setTimeout(20_000, () => socket.destroy());
      socket.pipe(process.stdout);`,
    );
    await once(caller.stdout, "data");
    machines.loadFirewall(proxy!);
    waiting.stdin.write("now\n");
    expect(await text(caller.stdout)).toBe("answer");
    using stranger = startAt(
      service!,
      `const socket = require("node:net").connect(9999, "${proxy}", () => console.log("connected"));
      socket.setTimeout(1000, () => { console.log("no way"); socket.destroy(); });`,
    );
    expect(await text(stranger.stdout)).toBe("no way\n");
  },
);
