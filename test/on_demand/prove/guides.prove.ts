import { expect } from "vitest";
import { hasMachines, type Machine } from "../../support/guide_machine/machine.ts";
import {
  backupFaults,
  failToBackUp,
  failToListErasures,
  giveHistory,
  lastBackupTimes,
  readBackups,
  setSlow,
  waitForTimer,
} from "../support/guides/failing_backups.ts";
import { figuresOf } from "../support/guides/figures.ts";
import { addFirewalls } from "../support/guides/firewall.ts";
import { findRefusal, setUpOneMachine } from "../support/guides/one_machine.ts";
import { listAppointments, moveDatabase, restoreOn } from "../support/guides/restore.ts";
import {
  addWorker,
  endOldSecrets,
  rotateSecrets,
  runsOf,
  signInAndAddWebhook,
  withSettings,
} from "../support/guides/rotate.ts";
import { openStage } from "../support/guides/stage.ts";
import {
  addReportingRole,
  addTimers,
  findTraces,
  removeService,
} from "../support/guides/uninstall.ts";
import { proof } from "./proof.ts";

proof("guides-one-machine", async (progress) => {
  await using stage = await openStage();
  const machine = await stage.machine("10.0.0.11");
  const output = await setUpOneMachine(stage, machine);
  expect(output).toMatch(/^\{"id":1,.*"name":"Ada Lovelace"/m);
  progress("the first booking was made");
  const [ofProxy, ofService] = await findRefusal(stage, machine);
  expect(ofProxy).toMatch(/ 401 .*"GET \/api\/v1\/departments HTTP/);
  expect(ofService).toContain('"code":"MISSING_API_KEY"');
  progress("a refusal was found by its id");
  // One service on 12 cores needs 192, and Postgres keeps 3.
  expect(await machine.run("cd / && su postgres -c \"psql -Atc 'show max_connections'\"")).toBe(
    "200\n",
  );
  await addTimers(stage, machine);
  await addFirewalls(stage, [machine]);
  await addReportingRole(machine);
  const traces = await findTraces(machine);
  for (const trace of ["table inet booking", "analyst"]) expect(traces).toContain(trace);
  await removeService(stage, machine, { hasFirewall: true });
  expect(await findTraces(machine)).toEqual([]);
  return figuresOf(stage);
}, { isPossible: hasMachines });

proof("guides-backup", async (progress) => {
  await using stage = await openStage();
  const machine = await stage.machine("10.0.0.11");
  const [key = ""] = /mk_live_\S+/.exec(await setUpOneMachine(stage, machine))!;
  progress("the first booking was made");
  await addTimers(stage, machine);
  const faults = await failBackups(machine, progress);
  const second = await stage.machine("10.0.0.12");
  expect(await restoreOn(stage, second, machine)).toBe(false);
  expect(await listAppointments(second, key)).toContain("Ada Lovelace");
  const all = await listAppointments(machine, key);
  expect(await listAppointments(second, key)).toBe(all);
  progress("the backup was restored on a second machine");
  await moveDatabase(stage, machine);
  expect(await listAppointments(machine, key)).toBe(all);
  return { ...figuresOf(stage), faults };
}, { isPossible: hasMachines });

proof("guides-secrets", async (progress) => {
  await using stage = await openStage();
  const machine = await stage.machine("10.0.0.11");
  const output = await setUpOneMachine(stage, machine);
  const [, password = ""] = /^owner password +(\S+)/m.exec(output)!;
  const [key = ""] = /mk_live_\S+/.exec(output)!;
  const { ask: askWithSession } = await signInAndAddWebhook(machine, password);
  await addWorker(stage, machine);
  progress("the first booking and a webhook were made");
  const settings = () => machine.run("cat /etc/appointment-booking/service.env");
  const before = await settings();
  const runs = await runsOf(machine);
  expect(await rotateSecrets(stage, machine)).toContain("Encrypted the secrets of 1 rows");
  expect(await machine.run(askWithSession)).toBe("200");
  const both = await settings();
  runs.push(...await runsOf(machine));
  expect(await rotateSecrets(stage, machine)).toContain("End the last rotation first");
  expect(await settings()).toBe(both);
  expect(await machine.run("operator doctor")).toContain("no secret that was tried needs it");
  progress("the session counts with both secrets");
  const doctor = await endOldSecrets(stage, machine);
  runs.push(...await runsOf(machine));
  expect(new Set(runs).size).toBe(6);
  progress(doctor);
  expect(doctor).toContain("the key decrypts 1 stored webhook secret");
  expect(await machine.run(askWithSession)).toBe("401");
  const withOld = await withSettings(machine, before, "operator doctor");
  progress(withOld);
  expect(withOld).toMatch(/^failing +secrets/m);
  expect(await listAppointments(machine, key)).toContain("Ada Lovelace");
  progress("both secrets were replaced");
  // Here without timers and firewall.
  await removeService(stage, machine, { hasFirewall: false });
  expect(await findTraces(machine)).toEqual([]);
  return figuresOf(stage);
}, { isPossible: hasMachines });

/** Lets backups of the timer fail, and then succeed. Returns how many have failed. */
async function failBackups(machine: Machine, progress: (line: string) => void): Promise<number> {
  await giveHistory(machine);
  const { complete, erasures } = await readBackups(machine);
  expect(complete).toHaveLength(2);
  const before = await lastBackupTimes(machine);
  // AppointmentsBackupMissing fires 26 hours after the last one.
  expect(Date.now() / 1000 - before.metric).toBeGreaterThan(26 * 3600);
  await setSlow(machine, true);
  for (const [name, fault] of Object.entries(backupFaults)) {
    const { state, log } = await failToBackUp(machine, fault);
    expect({ name, state }).toEqual({ name, state: "failed" });
    expect(log).toMatch(fault.says);
    expect(await readBackups(machine)).toEqual({ complete, erasures });
    progress(`the backup has failed: ${name}`);
  }
  expect(await failToListErasures(machine)).toBe("failed\n");
  expect(await readBackups(machine)).toEqual({ complete, erasures });
  expect(await lastBackupTimes(machine)).toEqual(before);
  await setSlow(machine, false);
  await waitForTimer(machine);
  const after = await readBackups(machine);
  expect(after.complete).toContain(complete[1]);
  expect(after.complete).not.toContain(complete[0]);
  const last = await lastBackupTimes(machine);
  expect(last.status).toBe(last.metric);
  expect(Date.now() / 1000 - last.metric).toBeLessThan(3600);
  progress("the timer has made a backup, and deleted the old one");
  return Object.keys(backupFaults).length;
}
