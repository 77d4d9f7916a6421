import { DomainError, type FaultText } from "../../core/mod.ts";
import { ConfigurationError } from "../process/configuration.ts";
import { type StartedWith, startFaultMessage } from "../process/start_fault.ts";
import type { Command } from "./command.ts";
import { UsageError, usageOf, usageOfAll } from "./readable.ts";

/** An error of a command: as text, as JSON and as exit code. */
export interface ErrorReport {
  text: string;
  json: { error: { code: string; message: string; details: readonly FaultText[] } };
  /** 1: refused or failed. 2: wrong usage. */
  exitCode: 1 | 2;
}

/** Returns the report of any error. */
export function reportOf(
  error: unknown,
  { commands, startedWith }: { commands: readonly Command[]; startedWith?: StartedWith },
): ErrorReport {
  if (error instanceof UsageError) {
    const usage = error.command ? usageOf(error.command) : usageOfAll(commands);
    return report("USAGE", error.message, { text: `${error.message}\n\n${usage}`, exitCode: 2 });
  }
  if (error instanceof DomainError) {
    const faults = error.details.map(({ field, message }) => `\n  ${optionOf(field)}: ${message}`);
    const text = faults.length > 0
      ? `The command was refused:${faults.join("")}`
      : `${error.message}`;
    return report(error.code, error.message, { text, details: error.details });
  }
  const text = startFaultMessage(error, startedWith);
  return report(error instanceof ConfigurationError ? "CONFIGURATION" : "FAILED", text, { text });
}

function report(
  code: string,
  message: string,
  { text, details = [], exitCode = 1 }: {
    text: string;
    details?: readonly FaultText[];
    exitCode?: 1 | 2;
  },
): ErrorReport {
  return { text, json: { error: { code, message, details } }, exitCode };
}

// Options whose name differs from the field's name.
const optionNames: Record<string, string> = {
  phoneNumber: "phone",
  rateLimitPerHour: "rate-limit",
  isActive: "active",
};

/** Returns the option of a field: `openingHours.monday.0` becomes `--opening-hours monday.0`. */
function optionOf(field: string): string {
  const [head = "", ...rest] = field.split(".");
  const dashed = head.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [`--${optionNames[head] ?? dashed}`, rest.join(".")].join(" ").trimEnd();
}
