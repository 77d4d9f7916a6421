import { existsSync } from "node:fs";
import { startDebianInstallation } from "../support/recovery/debian_installation.ts";
import { startPatroniInstallation } from "../support/recovery/patroni_installation.ts";
import { recoverTwice } from "../support/recovery/recover.ts";
import { proof } from "./proof.ts";

const isPossible = process.getuid?.() === 0 &&
  ["/usr/bin/pg_ctlcluster", "/usr/bin/pgbackrest"].every((path) => existsSync(path));

proof("recovery-debian", async (progress) => {
  await using installation = await startDebianInstallation();
  return { ...await recoverTwice(installation, progress) };
}, { isPossible });

proof("recovery-patroni", async (progress) => {
  await using installation = await startPatroniInstallation();
  return { ...await recoverTwice(installation, progress) };
}, { isPossible: isPossible && existsSync("/usr/bin/patroni") });
