import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findParagraph, isAt, paragraphs } from "./support/guide_machine/commands.ts";
import { notRun, proofs } from "./support/guide_machine/proofs.ts";

const groups = { ...proofs, ...notRun };

test("each command in a guide for operators is run by one proof, or has one reason why not", () => {
  const groupsOf = paragraphs.map((paragraph) => ({
    of: `${paragraph.guide}: ${paragraph.commands[0]}`,
    groups: Object.keys(groups).filter((name) => groups[name]!.some((at) => isAt(paragraph, at))),
  }));
  expect(groupsOf.filter(({ groups }) => groups.length !== 1)).toEqual([]);
});

test("each place in the lists of commands is in a guide", () => {
  const places = Object.values(groups).flat();
  expect(places.filter((place) => !paragraphs.some((one) => isAt(one, place)))).toEqual([]);
});

test("the commands that look for a request find only the lines of its id", () => {
  const guide = "gateway/deployment/README.md";
  const { commands } = findParagraph(guide, "journalctl -u haproxy | grep ");
  for (const command of commands) {
    const search = command.replace(/^journalctl [^|]*/, "").replace(" ID", " -a.1");
    const found = execFileSync("sh", ["-c", `printf '%s\\n' '{-a.1}' '{-ab1}' ${search}`]);
    expect(`${found}`).toBe("{-a.1}\n");
  }
});

test("the commands that wait for a worker end if it has no metrics", () => {
  const waits = paragraphs.flatMap(({ commands }) => commands)
    .filter((command) => command.includes(":9465/metrics"));
  expect(waits.length).toBeGreaterThan(0);
  for (const wait of waits) {
    const soon = wait.replace("127.0.0.1:9465", "127.0.0.1:1").replace("timeout 300", "timeout 1");
    const { status } = spawnSync("sh", ["-c", soon], { timeout: 20_000, stdio: "ignore" });
    expect(status).toBe(124);
  }
});

test.each([
  [
    "what is enabled",
    "a.service enabled enabled\nb.timer enabled enabled",
    "start a.service b.timer\n",
  ],
  ["nothing where nothing is", "", ""],
])("the commands that start services start %s", (_, units, started) => {
  const folder = mkdtempSync(join(tmpdir(), "systemctl-"));
  try {
    const systemctl = `#!/bin/sh
      case $1 in start) echo "$@"; [ $# -gt 1 ] ;; list-unit-files) printf '%s' "$UNITS" ;; esac`;
    writeFileSync(join(folder, "systemctl"), systemctl, { mode: 0o755 });
    const starts = paragraphs.flatMap(({ commands }) => commands)
      .filter((command) => command.includes("list-unit-files"));
    expect(starts.length).toBeGreaterThan(0);
    for (const start of starts) {
      const env = { PATH: `${folder}:${process.env["PATH"]}`, UNITS: units };
      expect(`${execFileSync("sh", ["-c", start], { env })}`).toBe(started);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
