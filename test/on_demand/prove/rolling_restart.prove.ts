import { expect } from "vitest";
import { openRollingStage } from "../../support/rolling_restart/stage.ts";
import { proof } from "./proof.ts";

// Each service is one process, or several for HTTP and a first one.
const scenarios = [
  { name: "rolling-restart", httpProcesses: "1", minRequests: 50_000 },
  { name: "rolling-restart-of-http-processes", httpProcesses: "2", minRequests: 10_000 },
];

for (const { name, httpProcesses, minRequests } of scenarios) {
  // The times of gateway/deployment: a proxy that checks each second, and services that drain for 5 s.
  proof(name, async (progress) => {
    await using stage = await openRollingStage({
      drainSeconds: 5,
      checkInterval: "1s",
      connections: 16,
      environment: { HTTP_PROCESSES: httpProcesses },
    });
    const { traffic } = stage;
    let restarts = 0;
    while (traffic.answered < minRequests || restarts < 6) {
      await stage.restart(restarts % 2);
      restarts += 1;
      const { answered, failures } = traffic;
      progress(`${restarts} restarts, ${answered} requests, ${failures.length} failed`);
      failures.slice(0, 10).forEach(progress);
      expect(failures).toEqual([]);
    }
    return { restarts, ...await stage.check() };
  });
}
