import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { say } from "../process/output.ts";
import { answerVersion } from "../process/version.ts";
import { clientTypes } from "./client_types.ts";
import { format } from "./format.ts";

// `npm run generate:client`. Writes the types of the client from the committed document.
answerVersion();
const at = (path: string) => fileURLToPath(new URL(`../../rest-adapter/${path}`, import.meta.url));
const document = JSON.parse(await readFile(at("openapi.json"), "utf8"));
await writeFile(at("client/types.ts"), format(clientTypes(document)));
say("Wrote rest-adapter/client/types.ts");
