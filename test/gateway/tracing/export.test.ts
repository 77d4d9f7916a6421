import { expect, test, vi } from "vitest";
import { openTracing } from "../../../gateway/tracing/mod.ts";
import { startOtlpReceiver } from "../../support/otlp_receiver.ts";
import { patience, timed } from "../../support/time_bounds.ts";

const settings = {
  headers: { "x-key": "planted-secret" },
  serviceName: "test",
  sampler: "parentbased_always_on" as const,
  samplerRatio: 1,
};

async function request(
  tracing: ReturnType<typeof openTracing>,
  headers: Record<string, string> = {},
): Promise<void> {
  const asked = new Request("http://localhost/", { headers });
  await tracing.request(asked, "/", async () => new Response());
}

test("lost spans are counted, and logged once until the collector accepts spans again", async () => {
  let status = 400;
  await using collector = await startOtlpReceiver(() => status);
  const warn = vi.fn<(fields: object, message: string) => void>();
  const tracing = openTracing({ ...settings, endpoint: `${collector.url}/` }, { warn });
  const logged = () => warn.mock.calls.map(([, message]) => message);
  for (let i = 0; i < 1100; i += 1) await request(tracing);
  await vi.waitFor(() => expect(logged()).toHaveLength(1), { timeout: 60_000 });
  for (let i = 0; i < 600; i += 1) await request(tracing);
  status = 200;
  await vi.waitFor(async () => {
    await request(tracing);
    expect(logged()).toEqual([
      "sending spans failed, dropping spans until the collector accepts them",
      "the collector accepts spans again",
    ]);
  }, { timeout: 60_000 });
  const lost = (warn.mock.calls[1]![0] as { dropped: number }).dropped;
  expect(lost).toBeGreaterThanOrEqual(512);
  expect(lost).toBeLessThanOrEqual(1700);
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/planted|127\.0\.0\.1/);
  await tracing[Symbol.asyncDispose]();
});

test(
  "at most 4096 spans wait for a collector that hangs, and a stop takes 3 s",
  timed,
  async () => {
    await using collector = await startOtlpReceiver(() => undefined);
    const warn = vi.fn<(fields: object, message: string) => void>();
    const tracing = openTracing({ ...settings, endpoint: collector.url }, { warn });
    for (let i = 0; i < 5000; i += 1) await request(tracing);
    expect(warn.mock.calls).toEqual([[{ reason: "too many spans wait" }, expect.any(String)]]);
    const startedAt = performance.now();
    await tracing[Symbol.asyncDispose]();
    expect(performance.now() - startedAt).toBeLessThan(patience(4500));
    expect(warn.mock.lastCall).toEqual([
      { dropped: 5000 },
      "spans were not sent to the collector",
    ]);
  },
);

test.each(
  [
    ["always_on", 1, "00", 1],
    ["always_off", 1, "01", 0],
    ["traceidratio", 0, "01", 0],
    ["traceidratio", 1, "00", 1],
    ["parentbased_always_on", 1, "00", 0],
    ["parentbased_always_off", 1, "01", 1],
    ["parentbased_traceidratio", 0, "01", 1],
    ["parentbased_traceidratio", 0, undefined, 0],
  ] as const,
)(
  "OTEL_TRACES_SAMPLER=%s with %s and a caller's flags %s records %s span",
  async (sampler, samplerRatio, flags, recorded) => {
    await using collector = await startOtlpReceiver();
    const endpoint = collector.url;
    const log = { warn: vi.fn() };
    const tracing = openTracing({ ...settings, endpoint, sampler, samplerRatio }, log);
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-${flags}`;
    await request(tracing, flags === undefined ? {} : { traceparent });
    await tracing[Symbol.asyncDispose]();
    expect(collector.spans()).toHaveLength(recorded);
  },
);
