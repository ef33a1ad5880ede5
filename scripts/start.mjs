// Builds the site, then serves it; what follows `npm start --` goes to `toolkit preview`.
import { fileURLToPath } from "node:url";
import { runNode } from "../bin/run-node.mjs";

const toolkit = fileURLToPath(new URL("../bin/toolkit.mjs", import.meta.url));
if (process.env.npm_lifecycle_event !== undefined) endWithParent();
const built = await runNode(["--max-semi-space-size=8", toolkit, "build"]);
process.exit(built === 0 ? await runNode([toolkit, "preview", ...process.argv.slice(2)]) : built);

/** Ends as on a signal once the parent is gone: npm's shell dies of a signal and hands none on. */
function endWithParent() {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  look.unref();
}
