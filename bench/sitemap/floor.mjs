// What anybody would write: all of both sides in memory, each entry a text by its address. It reads
// neither references nor faults, and says only how many addresses differ.
import fs from "node:fs";
import path from "node:path";

const read = (folder) => {
  const entries = new Map();
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith("part-")) continue;
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    for (const [entry, loc] of text.matchAll(/<url>\s*<loc>([^<]*)<\/loc>[^]*?<\/url>/g))
      entries.set(loc, entry);
  }
  return entries;
};
const [old, now] = process.argv.slice(2).map(read);
const counts = { added: 0, removed: 0, changed: 0 };
for (const [loc, entry] of old)
  if (!now.has(loc)) counts.removed++;
  else if (now.get(loc) !== entry) counts.changed++;
for (const loc of now.keys()) if (!old.has(loc)) counts.added++;
process.stdout.write(JSON.stringify({ counts }));
