import { expect } from "vitest";
import { DomainError } from "../../../../core/mod.ts";
import { type Stage, stages } from "../../../support/webhook_stages.ts";

/** Both implementations of core's ports. */
export type Stages = [postgres: Stage, memory: Stage] & AsyncDisposable;

/** Opens Postgres and the memory of tests, with clocks that show the same time. */
export async function openStages(): Promise<Stages> {
  const opened = await Promise.all(stages.map(({ open }) => open()));
  return Object.assign(opened as [Stage, Stage], {
    async [Symbol.asyncDispose]() {
      for (const stage of opened) await stage[Symbol.asyncDispose]();
    },
  });
}

/** Takes a step on each implementation. Fails unless both give the same answer, or the same refusal. */
export async function takeBoth<W>(
  worlds: readonly [postgres: W, memory: W],
  step: (world: W) => Promise<unknown>,
): Promise<string> {
  const [postgres, memory] = [await outcomeOf(step, worlds[0]), await outcomeOf(step, worlds[1])];
  expect(plain(postgres)).toEqual(plain(memory));
  return postgres.refused ?? "done";
}

interface Outcome {
  answer?: unknown;
  refused?: string;
  faults?: object;
}

async function outcomeOf<W>(step: (world: W) => Promise<unknown>, world: W): Promise<Outcome> {
  try {
    return { answer: await step(world) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refused: error.code, faults: error.faults };
  }
}

/** Ids, codes and secrets, which differ between implementations. Names identify rows instead. */
const differing =
  /^(id|\w+Id|qrCode|ticket|key|keyHash|maskedKey|token|oneTimePassword|password|passwordHash|secret|sealedSecret)$/;

/** Returns a value as JSON, without what may differ. A null stays null. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (name, field) => {
    // In the audit, an id is the value of a changed field.
    if (differing.test(field?.field)) return { field: field.field };
    return differing.test(name) && field !== null ? "differs" : field;
  }));
}
