import type { Configuration } from "../../process/configuration.ts";
import type { UnknownSetting } from "../../process/unknown_settings.ts";
import { conclude, failing, type Finding, warning } from "../finding.ts";

/** The environment as the service reads it. */
export interface ConfigurationFacts {
  /** One line for each invalid variable. */
  problems: readonly string[];
  unknown: readonly UnknownSetting[];
  /** The valid variables, and the defaults of all others. */
  configuration: Pick<
    Configuration,
    | "isProduction"
    | "publicUrl"
    | "trustedProxies"
    | "allowsPrivateWebhooks"
    | "logLevel"
    | "sessionSecret"
    | "secretsKey"
  >;
}

/** Checks that the configuration is valid, and in production that no value is meant for development. */
export function checkConfiguration(
  { problems, unknown, configuration }: ConfigurationFacts,
): Finding {
  const invalid = problems.length > 0 &&
    failing(problems.join("; "), "Correct these variables, or the service does not start");
  const misspelled = unknown.map(({ name, nearest }) =>
    warning(`${name} is unknown and has no effect`, `Rename it to ${nearest}, or remove it`)
  );
  if (!configuration.isProduction) {
    return conclude(
      [invalid, ...misspelled],
      "valid, for development (NODE_ENV is not production)",
    );
  }
  const { publicUrl, trustedProxies, sessionSecret = "", secretsKey } = configuration;
  const isHttps = publicUrl?.startsWith("https://") === true;
  return conclude([
    invalid,
    ...misspelled,
    !isHttps && warning(
      `PUBLIC_URL is ${publicUrl ?? "not set"}, not https, so session cookies are not Secure`,
      "Set PUBLIC_URL to the https origin of the service",
    ),
    isHttps && trustedProxies === 0 && warning(
      "TRUST_PROXY is 0 although PUBLIC_URL is https, so all callers count as one address",
      "Set TRUST_PROXY to the number of proxies in front of the service",
    ),
    configuration.allowsPrivateWebhooks && warning(
      "WEBHOOK_ALLOW_PRIVATE_NETWORK is true, so customers can send requests into this network",
      "Remove WEBHOOK_ALLOW_PRIVATE_NETWORK",
    ),
    configuration.logLevel === "silent" && warning(
      "LOG_LEVEL is silent, so no failure is logged",
      "Set LOG_LEVEL to info",
    ),
    sessionSecret !== "" && isPlaceholder(sessionSecret) && warning(
      "SESSION_SECRET looks like a value for development",
      "Generate SESSION_SECRET with: openssl rand -base64 48",
    ),
    secretsKey && new Set(secretsKey).size < minDifferentBytes && warning(
      "SECRETS_KEY looks like a value for development",
      "Generate SECRETS_KEY with: openssl rand -base64 32, and rotate the webhook secrets",
    ),
  ], "valid, for production");
}

// Of 32 random bytes about 30 differ, and of 32 random hex digits about 14.
const minDifferentBytes = 16;
const minDifferentCharacters = 8;
const placeholder = /change.?me|develop|example|placeholder|password|secret/i;

function isPlaceholder(text: string): boolean {
  return new Set(text).size < minDifferentCharacters || placeholder.test(text);
}
