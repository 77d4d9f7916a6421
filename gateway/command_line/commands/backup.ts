import { createBackup, restoreBackup } from "../../backup/mod.ts";
import { readConfiguration } from "../../process/configuration.ts";
import { defineStandaloneCommand } from "../command.ts";

/** Commands that copy all data to a folder and back. */
export const backupCommands = [
  defineStandaloneCommand({
    name: "backup",
    about: "Writes all data of this moment to a new folder, while the service runs",
    options: {
      to: {
        kind: "text",
        value: "FOLDER",
        isRequired: true,
        about: "A new or empty folder outside the clone",
      },
      "with-secrets": {
        kind: "flag",
        about:
          "Adds the secrets that the service generated in DATA_DIR. Keep such a backup as safe as these",
      },
    },
    async runAlone(environment, { values, progress, signal }) {
      const result = await createBackup({
        configuration: readConfiguration(environment, { needsSecrets: false }),
        folder: values.to,
        withSecrets: values["with-secrets"] ?? false,
        progress,
        signal,
      });
      const { database, folder, takenAt, rows, tables, bytes, hasSecrets } = result;
      const size = `${(bytes / 1e6).toFixed(1)} MB`;
      const text = [
        `Backed up ${rows} rows of ${tables} tables of ${database} as of ${takenAt} to ${folder} (${size})`,
        hasSecrets
          ? "The folder has the secrets of the service. Keep it as safe as these"
          : "The folder has no secrets. A restore needs the present SESSION_SECRET and SECRETS_KEY, or the " +
            "secrets.json in DATA_DIR: keep a copy of them elsewhere",
      ].join("\n");
      return { result, text, exitCode: 0 };
    },
  }),
  defineStandaloneCommand({
    name: "restore",
    about: "Loads a backup into an empty database, or into a new DATA_DIR",
    options: {
      from: { kind: "text", value: "FOLDER", isRequired: true, about: "The folder of the backup" },
    },
    async runAlone(environment, { values, progress, signal }) {
      const result = await restoreBackup({
        configuration: readConfiguration(environment, { needsSecrets: false }),
        folder: values.from,
        progress,
        signal,
      });
      const { database, takenAt, rows, tables, warnings } = result;
      const text = [
        `Restored ${rows} rows of ${tables} tables as of ${takenAt} to ${database}`,
        ...warnings.map((warning) => `- ${warning}`),
      ].join("\n");
      return { result, text, exitCode: 0 };
    },
  }),
];
