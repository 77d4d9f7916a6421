import type { ReplicationFacts } from "../../persistence/mod.ts";
import { bytesText, conclude, durationText, failing, type Finding, warning } from "../finding.ts";

const maxLagSeconds = 60;
const maxLagBytes = 256 * 1024 ** 2;
const maxKeptBytes = 1024 ** 3;

/** Checks that the server accepts writes, and that its standbys and slots follow. */
export function checkReplication(facts: ReplicationFacts): Finding {
  const { isInRecovery, synchronousNames, role, standbys, slots } = facts;
  const hidden = standbys.filter(({ isSynchronous }) => isSynchronous === null);
  const late = standbys.filter(({ lagSeconds, lagBytes }) =>
    (lagSeconds ?? 0) > maxLagSeconds || (lagBytes ?? 0) > maxLagBytes
  );
  const lost = slots.filter(({ keptBytes }) => keptBytes === null);
  const holding = slots.filter(({ keptBytes }) => (keptBytes ?? 0) > maxKeptBytes);
  return conclude([
    isInRecovery && failing(
      "the server is a standby and accepts no writes",
      "Set DATABASE_URL to the primary, or name all hosts in it",
    ),
    hidden.length > 0 && warning(
      `standbys are connected: ${namesOf(hidden)}. Which of them is ` +
        "synchronous, and how far they are behind, is not visible to this role",
      `As a superuser: grant pg_monitor to ${role}`,
    ),
    !isInRecovery && synchronousNames !== "" &&
    !standbys.some(({ isSynchronous }) => isSynchronous !== false) &&
    warning(
      `synchronous_standby_names is "${synchronousNames}", but no synchronous standby is connected: ` +
        "commits wait until one is",
      "Start the standby, or empty synchronous_standby_names and accept that a lost primary loses bookings",
    ),
    late.length > 0 && warning(
      `behind the primary: ${
        late.map(({ name, lagSeconds, lagBytes }) =>
          `${name} by ${durationText(lagSeconds ?? 0)} and ${bytesText(lagBytes ?? 0)}`
        ).join(", ")
      }`,
      "Check the network and the disk of that standby",
    ),
    holding.length > 0 && warning(
      `slots keep WAL on the disk: ${
        holding.map(({ name, isActive, keptBytes }) =>
          `${name} (${isActive ? "active" : "inactive"}) ${bytesText(keptBytes ?? 0)}`
        ).join(", ")
      }`,
      "Start the readers of these slots, or drop them with pg_drop_replication_slot",
    ),
    lost.length > 0 && warning(
      `slots that have lost their WAL: ${namesOf(lost)}`,
      "Create the standbys of these slots again from a base backup",
    ),
  ], standbysText(facts));
}

function standbysText({ standbys, synchronousNames }: ReplicationFacts): string {
  if (standbys.length === 0) return "the server accepts writes and has no standby";
  const kind = synchronousNames === "" ? "asynchronous" : "synchronous";
  return `the server accepts writes; ${kind}, to ${namesOf(standbys)}`;
}

function namesOf(named: readonly { name: string }[]): string {
  return named.map(({ name }) => name).join(", ");
}
