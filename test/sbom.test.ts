import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Component {
  "bom-ref": string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license?: { id?: string }; expression?: string }[];
}

interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** An unchanged package under MPL-2.0 (the CSS compiler of Vite) puts no condition on other code. */
const accepted = new Set(
  "0BSD Apache-2.0 BSD-3-Clause CC-BY-3.0 ISC MIT MIT-0 MPL-2.0 PSF-2.0 Unlicense".split(" "),
);

// In production npm leaves out packages of development by itself. The list must not depend on it.
const { stdout: text } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production" },
  maxBuffer: 100_000_000,
});
const sbom = JSON.parse(text) as Sbom;

test("the SBOM has exactly the packages of package-lock.json that are not for development alone", async () => {
  const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, "utf8")) as {
    packages: Record<string, { name?: string; version: string; dev?: boolean }>;
  };
  const locked = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev)
    .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`);
  expect(locked.length).toBeGreaterThan(200);
  expect(sbom.components.map((component) => component["bom-ref"]).toSorted())
    .toEqual([...new Set(locked)].toSorted());
});

test("the SBOM is CycloneDX for this application, and each dependency is in it", () => {
  expect(sbom).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "appointment-booking" } },
  });
  const refs = new Set(sbom.dependencies.map(({ ref }) => ref));
  expect(refs.size).toBe(sbom.components.length + 1);
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref)))
    .toEqual([]);
});

test("each package of the SBOM has a SHA-512 and an accepted licence", () => {
  const isHashed = ({ hashes = [] }: Component) =>
    hashes.some(({ alg, content }) => alg === "SHA-512" && /^[\da-f]{128}$/.test(content));
  expect(sbom.components.filter((component) => !isHashed(component))).toEqual([]);
  expect(sbom.components.filter((component) => !isAccepted(component))).toEqual([]);
});

test("the SBOM names no address of a registry", () => {
  expect(text.match(/\b\w+:\/\/[^/"]+/g)?.filter((address) => address !== "http://cyclonedx.org"))
    .toEqual([]);
});

/** The licences of packages that do not name theirs by an identifier of SPDX, which npm then leaves out. */
const named: Record<string, string> = {
  // Its package.json says "MPL 2.0".
  "incremental-encoder@0.0.1": "MPL-2.0",
};

function isAccepted({ "bom-ref": ref, licenses = [] }: Component): boolean {
  const found = ref in named ? [{ expression: named[ref]! }] : licenses;
  const ids = found.flatMap(({ license, expression }) =>
    (license?.id ?? expression ?? "").split(/[()\s]+|\bAND\b|\bOR\b/).filter((word) => word !== "")
  );
  return ids.length > 0 && ids.every((id) => accepted.has(id));
}
