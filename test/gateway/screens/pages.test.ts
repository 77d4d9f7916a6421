import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { startService } from "../../support/running_service.ts";

const token = "S3cretS3cretS3cretS3cretS3cretS3";

test("a page is the same for every token, is kept by nobody, and its token is in no log and no metric", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "screens-"));
  const service = await startService(await freshDatabase(), {
    DATA_DIR: dataDir,
    LOG_LEVEL: "debug",
    METRICS_PORT: "0",
  });
  try {
    for (const page of ["ticket", "display", "kiosk"]) {
      const response = await fetch(`${service.url}/${page}/${token}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
        "x-frame-options": "DENY",
      });
      const policy = response.headers.get("content-security-policy")!;
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toContain("unsafe");
      const text = await response.text();
      expect(text).not.toContain(token);
      expect(await (await fetch(`${service.url}/${page}/other`)).text()).toBe(text);
    }
    // Misspelled and refused ones are logged too.
    await fetch(`${service.url}/Kiosk/${token}`);
    await fetch(`${service.url}//ticket/${token}`, { method: "POST" });
    await fetch(`${service.url}/screens/ticket`, { headers: { Authorization: `Bearer ${token}` } });
    await expect.poll(() => service.errors()).toContain("/screens/ticket");
    expect(service.errors()).toContain('"path":"/kiosk/{token}"');
    expect(service.errors()).not.toContain("S3cret");
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
