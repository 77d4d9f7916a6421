import { DomainError, type Fault } from "../../core/mod.ts";
import { ConfigurationError } from "../process/configuration.ts";
import { describeStartFault, type StartedWith } from "../process/start_fault.ts";
import type { Command } from "./command.ts";
import { UsageError, usageOf, usageOfAll } from "./readable.ts";

/** How a fault is told: to people, to programs, and as an exit code. */
export interface ToldFault {
  text: string;
  json: { error: { code: string; message: string; details: readonly Fault[] } };
  /** 1: refused or failed; 2: not used as it is meant to be. */
  exitCode: 1 | 2;
}

/** A fault of any kind as the command line tells it. */
export function tellFault(
  error: unknown,
  { commands, startedWith }: { commands: readonly Command[]; startedWith?: StartedWith },
): ToldFault {
  if (error instanceof UsageError) {
    const usage = error.command ? usageOf(error.command) : usageOfAll(commands);
    return told("USAGE", error.message, { text: `${error.message}\n\n${usage}`, exitCode: 2 });
  }
  if (error instanceof DomainError) {
    const faults = error.faults.map(({ field, message }) => `\n  ${optionOf(field)}: ${message}`);
    const text = faults.length > 0 ? `Cannot do that:${faults.join("")}` : `${error.message}`;
    return told(error.code, error.message, { text, details: error.faults });
  }
  const text = describeStartFault(error, startedWith);
  return told(error instanceof ConfigurationError ? "CONFIGURATION" : "FAILED", text, { text });
}

function told(
  code: string,
  message: string,
  { text, details = [], exitCode = 1 }: {
    text: string;
    details?: readonly Fault[];
    exitCode?: 1 | 2;
  },
): ToldFault {
  return { text, json: { error: { code, message, details } }, exitCode };
}

// The domain names its fields; where the option is called otherwise, it stands here.
const renamed: Record<string, string> = {
  phoneNumber: "phone",
  rateLimitPerHour: "rate-limit",
  isActive: "active",
};

/** `openingHours.monday.0` as `--opening-hours monday.0`. */
function optionOf(field: string): string {
  const [head = "", ...rest] = field.split(".");
  const dashed = head.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [`--${renamed[head] ?? dashed}`, rest.join(".")].join(" ").trimEnd();
}
