import { readConfiguration } from "../../process/configuration.ts";
import { openDatabase } from "../../process/database.ts";
import { createLog } from "../../process/log.ts";
import { findSecrets } from "../../process/secrets.ts";
import { createSecretBox, type SecretBox } from "../../security/secret_box.ts";
import { defineStandaloneCommand } from "../command.ts";
import { paced } from "./audit.ts";

const rotate = defineStandaloneCommand({
  name: "secrets rotate",
  about: "Encrypts every stored secret with SECRETS_KEY that SECRETS_KEY_PREVIOUS has encrypted",
  options: {},
  async runAlone(environment, { progress, signal }) {
    const configuration = readConfiguration(environment, { needsSecrets: false });
    const { previousSecretsKey } = configuration;
    const key = findSecrets(configuration)?.currentKey;
    if (key === undefined) throw new Error("Cannot rotate: SECRETS_KEY is not set");
    const current = createSecretBox(key);
    const previous = previousSecretsKey && createSecretBox(previousSecretsKey);
    await using database = await openDatabase({
      configuration,
      log: createLog({ level: "warn" }),
      progress: () => {},
      signal,
      mode: "connect",
    });
    const { resealAll } = database.persistence;
    const say = paced(progress);
    const { changed } = await resealAll((sealed, context) => {
      if (opens(current, sealed, context)) return sealed;
      const text = previous && opens(previous, sealed, context);
      return text === undefined ? sealed : current.seal(text, context);
    }, {
      signal,
      onProgress: ({ rows, changed }) => say(`Read ${rows} rows, encrypted ${changed} again ...`),
    });
    // Another pass: somebody may have stored a secret with the previous key meanwhile.
    let left = 0;
    await resealAll((sealed, context) => {
      if (opens(current, sealed, context) === undefined) left += 1;
      return sealed;
    }, { signal, onProgress: () => {} });
    return { result: { changed, left }, text: textOf({ changed, left }), exitCode: left ? 1 : 0 };
  },
});

function opens(box: SecretBox, sealed: string, context: string): string | undefined {
  try {
    return box.open(sealed, context);
  } catch {
    return undefined;
  }
}

function textOf({ changed, left }: { changed: number; left: number }): string {
  const done = `Encrypted the secrets of ${changed} rows with SECRETS_KEY.`;
  return left === 0
    ? `${done} Every stored secret has it now. If every process has been restarted with it, remove ` +
      "SECRETS_KEY_PREVIOUS."
    : `${done} ${left} secrets are encrypted with another key. Keep SECRETS_KEY_PREVIOUS. Run this ` +
      "again when every process has been restarted with both keys. A secret that neither key opens " +
      "is lost: replace it.";
}

/** Commands for the secrets of the service. */
export const secretsCommands = [rotate];
