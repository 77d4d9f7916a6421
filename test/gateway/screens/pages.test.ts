import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { type Life, route } from "../../../gateway/http/routes.ts";
import { startService } from "../../support/running_service.ts";

const token = "S3cretS3cretS3cretS3cretS3cretS3";

test("a page is the same for every token, is kept by nobody, and its token is in no log", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "screens-"));
  const service = await startService(await freshDatabase(), {
    DATA_DIR: dataDir,
    LOG_LEVEL: "debug",
  });
  try {
    for (const page of ["ticket", "display", "kiosk", "appointment"]) {
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
    await fetch(`${service.url}/APPOINTMENT/${token}`);
    await expect.poll(() => service.errors()).toContain('"path":"/appointment/{token}"');
    expect(service.errors()).toContain('"path":"/kiosk/{token}"');
    expect(service.errors()).not.toContain("S3cret");
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.each([
  ["/ticket/abc", "/ticket/{token}"],
  ["/kiosk/abc", "/kiosk/{token}"],
  ["/display/abc", "/display/{token}"],
  ["/appointment/abc", "/appointment/{token}"],
  ["/screens", "/{file}"],
  ["/screens/kiosk/arrivals", "/screens/kiosk/arrivals"],
  ["/screens/abc", "/screens/{path}"],
])("a request for %s is measured as %s", async (path, expected) => {
  const handle = () => new Response();
  const surfaces = { dashboard: handle, screens: { handle, end() {} } };
  const life = { surfaces, isStopping: false } as unknown as Life;
  let template: string | undefined;
  await route(new Request(`http://office.test${path}`), {
    path,
    life,
    ipAddress: "10.0.0.1",
    breakOff() {},
    onRoute: (found) => template = found,
  });
  expect(template).toBe(expected);
});
