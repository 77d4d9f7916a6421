import { openService } from "./seeded.ts";

// A process of its own, to be killed while it reminds. Usage: URL NOW. It prints a line when it begins.
const [url, now] = process.argv.slice(2) as [string, string];
await using service = await openService(url);
service.setNow(now);
process.stdout.write("begins\n");
await service.persistence.remind();
