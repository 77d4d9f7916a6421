import { fileURLToPath } from "node:url";
import { say } from "../process/output.ts";
import { answerVersion } from "../process/version.ts";
import { packClient } from "./pack_client.ts";

// `npm run pack:client`.
answerVersion();
const tarball = await packClient(fileURLToPath(new URL("../../.cache/client", import.meta.url)));
say(`Packed ${tarball}`);
say(`Install it with: npm install ${tarball}`);
