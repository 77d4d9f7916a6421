import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { DeliveryFigure } from "./delivery_figures.ts";
import { deliveryMeasurements } from "./delivery_measurements.ts";
import type { Figure, Row } from "./figures.ts";
import { measurements } from "./measurements.ts";

const run = fileURLToPath(new URL("run.ts", import.meta.url));

// All servers, at full and at half rate, and each kind of the measurements of webhooks that has code of its own. The mix
// contains availability, reads and creations.
const chosen = [
  "creates over",
  "slots of a month",
  "mix with Redis",
  "deliveries, 20",
  "deliveries, delay",
  "noisy neighbour",
]
  .flatMap((start) => ["--only", start]);
const isChosen = ({ name }: { name: string }) => chosen.some((start) => name.startsWith(start));

// A whole stage and five measurements: against hanging alone.
test(
  "a run measures rows of each server and of webhooks without errors and prints them",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "appointments-bench-test-"));
    try {
      const output = join(folder, "bench.json");
      const tiny = [
        "--seconds",
        "0.05",
        "--rounds",
        "1",
        "--appointments",
        "10",
        "--output",
        output,
      ];
      const words = [run, ...chosen, ...tiny];
      const { stdout } = await promisify(execFile)(process.execPath, words);
      const wanted = measurements.filter(isChosen);
      const wantedDeliveries = deliveryMeasurements.filter(isChosen).map(({ name }) => name);
      const { rows, figures, deliveries } = JSON.parse(await readFile(output, "utf8")) as {
        rows: Row[];
        figures: Figure[];
        deliveries: DeliveryFigure[];
      };
      expect(figures.map(({ measurement, server, load }) => [measurement, server, load.firstError]))
        .toEqual(
          wanted.flatMap(({ name, servers }) => servers.map((server) => [name, server, null])),
        );
      const loads = figures.flatMap(({ load, half }) => half ? [load, half] : [load]);
      expect(loads.filter(({ requests, errors }) => requests === 0 || errors > 0)).toEqual([]);
      expect(rows.map(({ measurement }) => measurement)).toEqual(wanted.map(({ name }) => name));
      expect(deliveries.map(({ measurement }) => measurement)).toEqual(wantedDeliveries);
      // A rate of nothing, and one that is no number (null in JSON), would mean that no event arrived or no call was answered.
      const rates = deliveries.flatMap(({ measurement, figures }) =>
        Object.entries(figures).filter(([name]) => /\/s\b/.test(name))
          .map(([name, rate]) => [measurement, name, rate] as const)
      );
      expect(new Set(rates.map(([measurement]) => measurement))).toEqual(new Set(wantedDeliveries));
      expect(rates.filter(([, , rate]) => !(rate > 0))).toEqual([]);
      for (const name of [...wanted.map(({ name }) => name), ...wantedDeliveries]) {
        expect(stdout).toContain(`| ${name} | `);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);

test("a command line that cannot be followed is refused before anything starts", async () => {
  const refused = promisify(execFile)(process.execPath, [run, "--only", "writes"]);
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--only must begin one of:/),
  });
});
