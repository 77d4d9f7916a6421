import { readFile } from "node:fs/promises";
import { z } from "zod";
import { DomainError } from "../../../core/mod.ts";
import { writeErasureList } from "../../backup/mod.ts";
import { type Command, defineCommand } from "../command.ts";

const list = defineCommand({
  name: "erasure list",
  about: "Lists the appointments whose personal data was erased, to repeat it after a restore",
  options: {
    since: {
      kind: "text",
      value: "INSTANT",
      isRequired: true,
      about: "The first instant, such as 2026-11-01T00:00:00Z",
    },
    to: {
      kind: "text",
      value: "FILE",
      about: "A file that gets the list as JSON. An alert fires when such a list gets old",
    },
  },
  async run(application, { since, to }, { progress, noteErasureList }) {
    const erasures = await application.listErasures({ since });
    if (to === undefined) return { erasures };
    await writeErasureList(to, { erasures });
    try {
      await noteErasureList();
    } catch {
      // The list itself is complete.
      progress(
        "The time of this list could not be saved in the database, so alerts may say it is missing",
      );
    }
    return { file: to, count: erasures.length };
  },
});

const listed = z.object({
  erasures: z.array(z.object({
    organizationId: z.int(),
    environment: z.enum(["LIVE", "TEST"]),
    appointmentId: z.int(),
  })),
});

const repeat = defineCommand({
  name: "erasure repeat",
  about: "Erases again what a list of `erasure list --to` names, in a restored database",
  options: {
    from: { kind: "text", value: "FILE", isRequired: true, about: "The list" },
  },
  note: { field: "missing", text: "Missing appointments were made after the backup." },
  async run(application, { from }) {
    const result = { erased: 0, missing: 0 };
    for (const { organizationId, environment, appointmentId: id } of await readList(from)) {
      try {
        // It was past or archived when it was erased. The backup may be from before the archiving.
        await application.eraseAppointment(organizationId, { id, environment, archive: true });
        result.erased += 1;
      } catch (error) {
        if (!(error instanceof DomainError && error.code === "APPOINTMENT_NOT_FOUND")) throw error;
        result.missing += 1;
      }
    }
    return result;
  },
});

async function readList(path: string): Promise<z.infer<typeof listed>["erasures"]> {
  try {
    return listed.parse(JSON.parse(await readFile(path, "utf8"))).erasures;
  } catch (error) {
    throw new Error(
      `Cannot read the list in ${path}. Make it with: npm run admin -- erasure list --since INSTANT --to FILE`,
      { cause: error },
    );
  }
}

/** Commands that repeat erasures after a restore. */
export const erasureCommands: readonly Command[] = [list, repeat];
