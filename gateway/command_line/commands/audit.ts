import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { readConfiguration } from "../../process/configuration.ts";
import { type Database, openDatabase } from "../../process/database.ts";
import { createLog } from "../../process/log.ts";
import { defineStandaloneCommand, type Running } from "../command.ts";

type Persistence = Database["persistence"];
type CheckedSeal = Persistence["auditSeals"] extends
  { check(organizationId: number): AsyncIterable<infer Seal> } ? Seal : never;

/** So often long work says how far it is. */
const progressMs = 1000;

/** What `audit verify` found of an organization. */
interface Verified {
  organizationId: number;
  name: string;
  seals: number;
  /** Entries of the seals. */
  entries: number;
  /** Sealed entries whose personal part was removed by retention. */
  erased: number;
  /** Sealed entries of a version whose seals cover the personal part, so it cannot be removed. */
  fixed: number;
  /** Entries that have no seal yet. */
  unsealed: number;
  /** The hash of the newest seal; null if there is none. */
  head: string | null;
  /** The seals whose entries are not those that were sealed. */
  changed: Omit<CheckedSeal, "hash" | "isSound" | "erased" | "fixed">[];
}

const verify = defineStandaloneCommand({
  name: "audit verify",
  about: "Checks that no sealed entry of the audit log was changed, added or removed",
  options: {
    organization: { kind: "id", about: "Only this organization" },
    head: {
      kind: "text",
      value: "HASH",
      about: "A head that was noted earlier. Its seal must still be there",
    },
  },
  async runAlone(environment, { values, ...running }) {
    const head = values.head?.trim().toLowerCase();
    const organizations: Verified[] = [];
    const seen = new Set<string>();
    await withDatabase(environment, running, async (persistence) => {
      for (const organization of await chosen(persistence, values.organization)) {
        organizations.push(
          await verifyOne(persistence, organization, {
            ...running,
            onSeal: ({ hash }) => hash === head && seen.add(hash),
          }),
        );
      }
    });
    const hasHead = head === undefined || seen.has(head);
    const isSound = hasHead && organizations.every(({ changed }) => changed.length === 0);
    const lines = organizations.map(textOf);
    if (!hasHead) lines.push(`No seal has the hash ${head}: seals were removed or made again`);
    return {
      result: { isSound, organizations },
      text: lines.join("\n"),
      exitCode: isSound ? 0 : 1,
    };
  },
});

async function verifyOne(
  { auditSeals }: Persistence,
  { id, name }: { id: number; name: string },
  { progress, signal, onSeal }: Running & { onSeal(seal: CheckedSeal): void },
): Promise<Verified> {
  const verified: Verified = {
    organizationId: id,
    name,
    seals: 0,
    entries: 0,
    erased: 0,
    fixed: 0,
    unsealed: 0,
    head: null,
    changed: [],
  };
  const say = paced(progress);
  let last = 0;
  for await (const seal of auditSeals.check(id)) {
    signal.throwIfAborted();
    onSeal(seal);
    const { isSound, hash, erased, fixed, ...range } = seal;
    verified.seals += 1;
    verified.entries += seal.entries;
    verified.erased += erased;
    verified.fixed += fixed;
    verified.head = hash;
    if (!isSound) verified.changed.push(range);
    last = seal.last;
    say(`Checked ${verified.entries} entries of ${name} ...`);
  }
  return { ...verified, unsealed: await auditSeals.countAfter(id, last) };
}

function textOf(
  { organizationId, name, entries, erased, fixed, unsealed, head, changed }: Verified,
): string {
  const newer = unsealed > 0 ? `, ${unsealed} newer ones have no seal yet` : "";
  const lines = [
    `${name} (${organizationId}): ${entries} sealed entries${newer}`,
    ...(erased > 0 ? [`  ${erased} without their personal part, which retention has removed`] : []),
    ...(fixed > 0
      ? [`  ${fixed} of an earlier version, whose personal part cannot be removed`]
      : []),
    ...changed.map((seal) =>
      `  CHANGED: seal ${seal.number}, entries with ids ${seal.after + 1} to ${seal.last}: ` +
      `${seal.entries} were sealed, ${seal.found} are there`
    ),
  ];
  if (changed.length === 0 && head) lines.push(`  unchanged, head ${head}`);
  return lines.join("\n");
}

const exportLog = defineStandaloneCommand({
  name: "audit export",
  about: "Writes the audit log of an organization and its seals to a new file, as JSON lines",
  options: {
    organization: { kind: "id", isRequired: true, about: "The organization" },
    to: { kind: "text", value: "FILE", isRequired: true, about: "A new file" },
  },
  async runAlone(environment, { values: { organization, to }, ...running }) {
    let entries = 0;
    let seals = 0;
    await withDatabase(environment, running, async (persistence) => {
      await chosen(persistence, organization);
      const file = createWriteStream(to, { flags: "wx", mode: 0o600 });
      await once(file, "open");
      const say = paced(running.progress);
      const { auditSeals } = persistence;
      const write = async (line: string) => {
        running.signal.throwIfAborted();
        if (!file.write(`${line}\n`)) await once(file, "drain");
      };
      const writeEntries = async (range: Parameters<typeof auditSeals.lines>[1]) => {
        for await (const { line, personal } of auditSeals.lines(organization, range)) {
          await write(line);
          if (personal !== null) await write(personal);
          entries += 1;
          say(`Wrote ${entries} entries ...`);
        }
      };
      let after = 0;
      for await (const { number: seal, last, hash, entries } of auditSeals.check(organization)) {
        await writeEntries({ after, last });
        await write(JSON.stringify({ seal, entries, hash }));
        seals += 1;
        after = last;
      }
      await writeEntries({ after, last: null });
      file.end();
      await finished(file);
    });
    const result = { organizationId: organization, file: to, entries, seals };
    return { result, text: `Wrote ${entries} entries and ${seals} seals to ${to}`, exitCode: 0 };
  },
});

async function chosen(
  { organizations }: Persistence,
  id: number | undefined,
): Promise<readonly { id: number; name: string }[]> {
  const all = await organizations.list();
  if (id === undefined) return all;
  const one = all.find((organization) => organization.id === id);
  if (!one) throw new Error(`There is no organization ${id}. List them with: organization list`);
  return [one];
}

async function withDatabase(
  environment: NodeJS.ProcessEnv,
  { signal }: Running,
  work: (persistence: Persistence) => Promise<void>,
): Promise<void> {
  await using database = await openDatabase({
    configuration: readConfiguration(environment, { needsSecrets: false }),
    log: createLog({ level: "warn" }),
    progress: () => {},
    signal,
    mode: "connect",
  });
  await work(database.persistence);
}

/** Returns `progress`, called at most once a second. */
export function paced(progress: (line: string) => void): (line: string) => void {
  let saidAtMs = performance.now();
  return (line) => {
    if (performance.now() - saidAtMs < progressMs) return;
    saidAtMs = performance.now();
    progress(line);
  };
}

/** Commands that prove the audit log. */
export const auditCommands = [verify, exportLog];
