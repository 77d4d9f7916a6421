import { mkdirSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { appendLine, appendToLog, readLog, sumOf } from "../../support/million/log.ts";
import { planSegment } from "../../support/million/plan.ts";
import { runSegment } from "../../support/million/run_segment.ts";
import { commit, folder, proof } from "./proof.ts";

const goal = { acknowledged: 1_000_000, faults: 1000 };
const size = { acts: 10_000, faults: 10 };

const seed = Number(process.env["MILLION_SEED"] ?? 1);
const minutes = Number(process.env["MILLION_MINUTES"] ?? Infinity);
const log = `${folder}/million/segments.jsonl`;
/** The segments that an error ended, such as an answer that nothing explains. They are run again. */
const errors = `${folder}/million/errors.jsonl`;

proof("million", async (progress) => {
  const startedAt = performance.now();
  for (;;) {
    const segments = readLog(log, seed);
    const sum = sumOf(segments);
    const endedByErrors = readLog(errors, seed).length;
    progress(`seed ${seed}: ${JSON.stringify({ ...sum, endedByErrors })}`);
    expect(sum.found, `differences, see ${folder}/million`).toBe(0);
    if (sum.acknowledged >= goal.acknowledged && sum.faults >= goal.faults) {
      return { seed, ...sum, endedByErrors };
    }
    if (performance.now() - startedAt >= minutes * 60_000) return undefined;
    const segment = Math.max(0, ...segments.map((one) => one.segment)) + 1;
    const of = { commit, date: new Date().toISOString() };
    const result = await runSegment(planSegment(seed, segment, size), {
      clients: 32,
      tenants: 4,
      progress: (line) => progress(`segment ${segment}: ${line}`),
      onFound(content) {
        mkdirSync(`${folder}/million`, { recursive: true });
        writeFileSync(`${folder}/million/${seed}-${segment}.json`, JSON.stringify(content));
      },
    }).catch((error: Error) => {
      appendLine(errors, { seed, segment, error: error.message, ...of });
      throw error;
    });
    appendToLog(log, result, of);
  }
}, { timeoutMs: 0 });
