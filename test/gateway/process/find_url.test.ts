import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../../gateway/embedded_postgres/mod.ts";
import { findUrl } from "../../../gateway/process/http_processes.ts";

test("PORT=0 of several HTTP processes is a port that the system gives to no other program", async () => {
  const urls = await Promise.all(
    Array.from({ length: 20 }, () => findUrl({ host: "127.0.0.1", port: 0 })),
  );
  for (const url of urls) {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const port = Number(url.split(":").at(-1));
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
  }
});

test("PORT=0 passes over a port that is in use on HOST alone", async () => {
  const host = "127.0.0.2";
  await using other = createServer().listen(0, host);
  await expect.poll(() => other.listening).toBe(true);
  const { port: used } = other.address() as AddressInfo;
  const free = await findUrl({ host, port: 0 });
  const ports = [used, Number(free.split(":").at(-1))];
  const choosePort = async () => ports.shift()!;
  expect(await findUrl({ host, port: 0 }, { choosePort })).toBe(free);
  await expect(findUrl({ host, port: used })).rejects.toThrow("the port is already in use");
  await expect(findUrl({ host, port: 0 }, { choosePort: async () => used }))
    .rejects.toThrow(`Cannot listen on ${host}: 100 ports are in use there. Set PORT`);
});

test("a range without a free port is an error", async () => {
  await using other = createServer().listen(0, "127.0.0.1");
  await expect.poll(() => other.listening).toBe(true);
  const { port: first } = other.address() as AddressInfo;
  await expect(freePort({ first, end: first + 1 }))
    .rejects.toThrow(`Cannot find a free port on 127.0.0.1: those from ${first} to ${first} are`);
});
