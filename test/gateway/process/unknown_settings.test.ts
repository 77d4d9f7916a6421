import { expect, test } from "vitest";
import {
  unknownSettings,
  warnOfUnknownSettings,
} from "../../../gateway/process/unknown_settings.ts";

test.each([
  ["DATABSE_POOL_SIZE", "DATABASE_POOL_SIZE"],
  ["DATABASE_POOLSIZE", "DATABASE_POOL_SIZE"],
  ["SESION_SECRETS", "SESSION_SECRET"],
  ["trust_proxy", "TRUST_PROXY"],
  ["REDIS_URI", "REDIS_URL"],
])("%s was probably meant as %s", (name, nearest) => {
  expect(unknownSettings({ PATH: "/bin", [name]: "1" })).toEqual([{ name, nearest }]);
});

test("settings, and the variables of other programs, are not reported", () => {
  const others = { POST: "1", PATH: "/bin", HOSTS: "a", NODE_OPTIONS: "", PGHOST: "db", LOG: "x" };
  expect(unknownSettings({ ...others, PORT: "1", DATABASE_POOL_SIZE: "10" })).toEqual([]);
});

test("each misspelled variable is logged in one line with the setting, and without its value", () => {
  const lines: unknown[][] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  warnOfUnknownSettings({ SESION_SECRET: "geheim", DATABSE_POOL_SIZE: "7", PORT: "1" }, log);
  const text = "this variable is unknown and has no effect";
  expect(lines).toEqual([
    [{ variable: "SESION_SECRET", nearest: "SESSION_SECRET" }, text],
    [{ variable: "DATABSE_POOL_SIZE", nearest: "DATABASE_POOL_SIZE" }, text],
  ]);
});
