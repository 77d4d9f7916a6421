import { startTraffic } from "../../../support/rolling_restart/traffic.ts";

// Sends a load to a proxy until SIGTERM, and prints what it has done as lines of JSON: run_load.ts URL CALLERS
const [url, callers] = process.argv.slice(2);
const traffic = startTraffic(url!, { ...JSON.parse(callers!), connections: 2, pauseMs: 300 });

function print(): void {
  const { answered, booked, failures } = traffic;
  process.stdout.write(
    `${JSON.stringify({ answered, booked, failures: failures.slice(0, 10) })}\n`,
  );
}

setInterval(print, 250);
process.once("SIGTERM", async () => {
  await traffic.end();
  print();
  process.exit();
});
