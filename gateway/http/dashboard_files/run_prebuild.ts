// Builds the dashboard in advance, for an image or a clone that the service cannot write to.
import { chmod } from "node:fs/promises";
import { builtDashboard } from "./build.ts";
import { cacheFolder } from "./sources.ts";

const progress = (line: string) => void process.stdout.write(`${line}\n`);
const folder = await builtDashboard({ dataDir: cacheFolder, progress });
// A build can be read only by its own user, and the service runs as another one.
await chmod(folder, 0o755);
progress(`The dashboard is in ${folder}`);
