// `npm run sbom`: prints the packages that the service runs with, as a CycloneDX document (deployment/README.md 9).
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { answerVersion } from "../process/version.ts";

answerVersion();
// `npm sbom --omit=dev` leaves out each package that a development package uses too, such as zod. So npm lists all
// packages, whatever NODE_ENV says, and those that only development uses go here.
const output = execFileSync(
  "npm",
  ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"]
    .concat(["dev", "optional", "peer"].map((kind) => `--include=${kind}`)),
  { cwd: fileURLToPath(new URL("../..", import.meta.url)), maxBuffer: 100_000_000 },
);
const document = JSON.parse(output.toString());
const isOfDevelopment = ({ properties }) =>
  properties?.some(({ name }) => name === "cdx:npm:package:development");
const components = document.components.filter((component) => !isOfDevelopment(component));
const application = document.metadata.component;
// npm takes the name of the folder, which may be any.
application.name = application["bom-ref"].replace(/@[^@]*$/, "");
const kept = new Set([application, ...components].map((component) => component["bom-ref"]));
const dependencies = document.dependencies.filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => kept.has(name)) }));
process.stdout.write(`${JSON.stringify({ ...document, components, dependencies }, null, 2)}\n`);
