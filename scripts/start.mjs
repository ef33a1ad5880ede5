// Builds the site, then serves it; what follows `npm start --` goes to `toolkit preview`.
import { fileURLToPath } from "node:url";
import { endWithParent } from "../bin/end-with-parent.mjs";
import { runNode } from "../bin/run-node.mjs";

const toolkit = fileURLToPath(new URL("../bin/toolkit.mjs", import.meta.url));
endWithParent();
const built = await runNode(["--max-semi-space-size=8", toolkit, "build"]);
process.exit(built === 0 ? await runNode([toolkit, "preview", ...process.argv.slice(2)]) : built);
