// Runs after `npm ci`. npm before 11 leaves out the link `node_modules/.bin/node`, because packages for other platforms have
// the same command. Without it, the commands would run on the host's own Node, which may be too old for TypeScript.
// Plain JavaScript, because it runs on that Node.
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const link = `${modules}.bin/node`;
const { platform, arch } = process;

// An installation without optional packages has none: there, the host's Node is the right one.
const name = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
  .find((each) => existsSync(`${modules}${each}/bin/node`));
if (name && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${name}/bin/node`, link);
}
