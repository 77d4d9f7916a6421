import type { Application } from "../../../core/mod.ts";

/** What `seedOrganization` makes. Everything has a default. */
export interface Seed {
  organization?: Partial<Parameters<Application["createOrganization"]>[0]>;
  /** Each with the names of its workers. */
  departments?: { workers?: string[]; [setting: string]: unknown }[];
  /** Keys by names that the test chooses. */
  keys?: Record<string, { [setting: string]: unknown }>;
}

/** What was seeded. */
export interface Seeded<K extends string> {
  organizationId: number;
  departments: { id: number; workerIds: number[] }[];
  keys: Record<K, { id: number; key: string }>;
}

let organizations = 0;

/** Seeds an organization with departments, workers and keys through the use cases, over any ports. */
export async function seedOrganization<S extends Seed>(
  application: Application,
  seed: S,
): Promise<Seeded<keyof S["keys"] & string>> {
  const { organization } = await application.createOrganization({
    name: "Harbour Clinic",
    ownerEmail: `owner-${organizations += 1}@example.com`,
    ownerPassword: "a long enough password",
    credits: 100,
    testCredits: 100,
    ...seed.organization,
  });
  const departments: Seeded<string>["departments"] = [];
  for (const { workers = [], ...settings } of seed.departments ?? []) {
    const { id } = await application.createDepartment(organization.id, settings);
    const workerIds: number[] = [];
    for (const name of workers) workerIds.push((await application.createWorker(id, { name })).id);
    departments.push({ id, workerIds });
  }
  const keys: Seeded<string>["keys"] = {};
  for (const [name, wanted] of Object.entries(seed.keys ?? {})) {
    const { key, ...apiKey } = await application.createApiKey(organization.id, {
      name,
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
      ...wanted,
    });
    keys[name] = { id: apiKey.id, key };
  }
  return { organizationId: organization.id, departments, keys };
}
