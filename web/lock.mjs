// After `npm install`: the lock keeps names, versions and hashes, and no address of anything.
import { readFile, writeFile } from "node:fs/promises";

const file = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(await readFile(file, "utf8"));
for (const each of Object.values(lock.packages)) {
  delete each.resolved;
  delete each.funding;
}
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
