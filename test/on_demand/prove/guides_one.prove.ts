import { expect } from "vitest";
import { hasMachines } from "../../support/guide_machine/machine.ts";
import {
  addCells,
  addRenewals,
  makeAuthority,
  makeCertificate,
  measuredEnd,
  renew,
  shownEnd,
  useOwnCertificate,
} from "../support/guides/certificate.ts";
import { figuresOf } from "../support/guides/figures.ts";
import { setUpOneMachine } from "../support/guides/one_machine.ts";
import { addStandby, makeReportingToken, readFromStandbys } from "../support/guides/reporting.ts";
import { openStage } from "../support/guides/stage.ts";
import { findTraces, removeService } from "../support/guides/uninstall.ts";
import { proof } from "./proof.ts";

const day = 86_400;
const patience = { timeout: 60_000, interval: 500 };

proof("guides-certificate", async (progress) => {
  await using stage = await openStage();
  const machine = await stage.machine("10.0.0.11");
  await setUpOneMachine(stage, machine);
  progress("the first booking was made");
  await makeAuthority(machine);
  await makeCertificate(machine, 10);
  expect(await useOwnCertificate(stage, machine)).toContain('{"status":"ok"}');
  const first = await shownEnd(machine);
  progress("the site has https");
  // AppointmentsCertificateEnds fires 14 days before the end.
  await expect.poll(() => measuredEnd(machine), patience).toBe(first);
  expect(first - Date.now() / 1000).toBeLessThan(14 * day);
  await makeCertificate(machine, 60);
  await addRenewals(stage, machine);
  const second = await shownEnd(machine);
  expect(second - first).toBeGreaterThan(49 * day);
  await makeCertificate(machine, 90);
  await renew(machine);
  expect(await shownEnd(machine) - second).toBeGreaterThan(29 * day);
  progress("the certificate was renewed");
  await machine.run("systemctl restart appointment-booking");
  await expect.poll(() => measuredEnd(machine).catch(() => 0), patience)
    .toBe(await shownEnd(machine));
  await addCells(stage, machine);
  await removeService(stage, machine, { hasFirewall: false });
  expect(await findTraces(machine)).toEqual([]);
  return figuresOf(stage);
}, { isPossible: hasMachines });

proof("guides-reporting", async (progress) => {
  await using stage = await openStage();
  const machine = await stage.machine("10.0.0.21");
  await setUpOneMachine(stage, machine);
  progress("the first booking was made");
  const standby = await stage.machine("10.0.0.22");
  await addStandby(machine, standby);
  const doctor = await readFromStandbys(stage, machine);
  progress(doctor);
  // Only one of the standbys that the guide names is there.
  expect(doctor).toMatch(/^warning +reporting +10\.0\.0\.23:5432: /m);
  const ask = await makeReportingToken(machine);
  await expect.poll(() => machine.run(ask), patience).toBe("200");
  await standby.run("systemctl stop postgresql@15-main");
  await expect.poll(() => machine.run(ask), patience).toBe("503");
  expect(await machine.run("curl -fsS http://127.0.0.1/readyz")).toContain('"ok"');
  await standby.run("systemctl start postgresql@15-main");
  await expect.poll(() => machine.run(ask), patience).toBe("200");
  return figuresOf(stage);
}, { isPossible: hasMachines });
