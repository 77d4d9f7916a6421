import { expect, test } from "vitest";
import {
  databaseUrl,
  etcdVariables,
  firstCommands,
  patroniFile,
  switchoverCommand,
} from "../../support/patroni/guide.ts";

// The proof runs them. Here only a change of the guide is noticed that the proof could not follow.
test("the proof with Patroni replaces every name, address, folder and password of the guide", () => {
  const member = { name: "m1", folder: "/e", clientPort: 1, peerPort: 2 };
  const settings = patroniFile({
    name: "n1",
    data: "/d",
    sockets: "/s",
    password: "geheim",
    port: 1,
    apiPort: 2,
    outerPort: 3,
    outerApiPort: 4,
    etcdPorts: [5, 6, 7],
    network: "127.0.0.2/32",
  });
  const commands = [
    firstCommands({ file: "/f", address: "127.0.0.1:1", password: "geheim" }),
    databaseUrl({ addresses: "127.0.0.1:1,127.0.0.1:2,127.0.0.1:3", password: "geheim" }),
    switchoverCommand({ file: "/f", leader: "n1", candidate: "n2" }),
  ];
  const variables = JSON.stringify(etcdVariables(member, [member, member, member]));
  const left = /\bdb\d\b|etcd\d:\d|SECRET|\b0\.0\.0\.0|\/(?:var|etc|run)\//g;
  expect([settings, variables, ...commands].flatMap((text) => text.match(left) ?? [])).toEqual([]);
  expect(settings).toContain('hosts: "127.0.0.1:5,127.0.0.1:6,127.0.0.1:7"');
  expect(settings.match(/geheim/g)).toHaveLength(2);
});
