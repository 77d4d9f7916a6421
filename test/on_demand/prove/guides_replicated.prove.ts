import { expect } from "vitest";
import { hasMachines } from "../../support/guide_machine/machine.ts";
import { figuresOf } from "../support/guides/figures.ts";
import { addFirewalls, expectOpen } from "../support/guides/firewall.ts";
import { leadAfterRecovery, rolesOf, setUpPatroni } from "../support/guides/patroni.ts";
import { askSentinel, masterOf, setUpSentinels } from "../support/guides/sentinel.ts";
import { openStage } from "../support/guides/stage.ts";
import { proof } from "./proof.ts";

const patience = { timeout: 60_000, interval: 500 };

proof("guides-patroni", async (progress) => {
  await using stage = await openStage();
  const [first, second, third] = await setUpPatroni(stage);
  const whole = ["Leader running", "Replica running", "Sync Standby running"];
  await expect.poll(() => rolesOf(first!), patience).toEqual(whole);
  progress("a leader, a synchronous standby and a replica are there");
  const ask =
    "psql 'postgres://booking:SECRET@db1,db2,db3/booking?target_session_attrs=read-write' -Atc";
  await third!.run(`${ask} 'create table notes (id int); insert into notes values (7)'`);
  // Debian's own server does not take the port after a restart of the machine.
  expect(await first!.run("systemctl is-active postgresql@15-main || true")).toBe("inactive\n");
  await first!.run("systemctl kill --signal KILL patroni");
  await first!.run("systemctl stop patroni");
  await expect.poll(() => second!.run(`${ask} 'select id from notes' || true`), patience).toBe(
    "7\n",
  );
  progress("the leader was lost, and another node leads");
  await first!.run("systemctl start patroni");
  await expect.poll(() => rolesOf(second!), patience).toEqual(whole);
  await first!.run("systemctl stop patroni");
  await expect.poll(() => rolesOf(second!), patience).toEqual([
    "Leader running",
    "Sync Standby running",
  ]);
  const isLed = await second!.run(
    "curl -fso /dev/null http://127.0.0.1:8008/primary && echo led || true",
  );
  const [node, lost] = isLed === "led\n" ? [third!, second!] : [second!, third!];
  await leadAfterRecovery(stage, node, lost);
  expect(await node.run(`${ask} 'select id from notes'`)).toBe("7\n");
  expect(await node.run(`${ask} 'show max_connections'`)).toBe("200\n");
  await lost.run("systemctl start patroni");
  await expect.poll(() => rolesOf(node), patience).toEqual([
    "Leader running",
    "Sync Standby running",
  ]);
  progress("a node leads that was recovered without the leader");
  const service = await stage.machine("10.0.0.11");
  await expectOpen(stage, {
    [second!.address]: { 2379: [third!], 2380: [third!], 5432: [third!, service], 8008: [third!] },
  });
  return figuresOf(stage);
}, { isPossible: hasMachines });

proof("guides-sentinel", async (progress) => {
  await using stage = await openStage();
  const machines = await setUpSentinels(stage);
  await addFirewalls(stage, machines);
  const [first, second] = machines;
  for (const machine of machines) {
    await expect.poll(() => askSentinel(stage, machine), patience)
      .toMatch(/^OK 3 usable Sentinels.*\n2\n$/);
  }
  expect(await masterOf(second!)).toBe("10.0.0.1");
  progress("three sentinels agree on a master and know its replicas");
  const passwords = await second!.run("ps -eo args | grep -c '[P]ASSWORD\\|[S]ECRET' || true");
  expect(passwords).toBe("0\n");
  await first!.run("systemctl stop redis-server");
  await expect.poll(() => masterOf(second!), patience).not.toBe("10.0.0.1");
  progress("the master was lost, and another server is the master");
  await first!.run("systemctl start redis-server");
  // The sentinels make a replica of it.
  await expect.poll(
    () => first!.run("REDISCLI_AUTH=PASSWORD redis-cli -h 10.0.0.1 role | head -n 1"),
    patience,
  ).toBe("slave\n");
  const service = await stage.machine("10.0.0.11");
  const callers = [second!, service];
  await expectOpen(stage, { [first!.address]: { 6379: callers, 26379: callers } });
  return figuresOf(stage);
}, { isPossible: hasMachines });
