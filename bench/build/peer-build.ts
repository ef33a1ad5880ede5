import { convertPage, convertSite } from "./peer-site.ts";

const [action, site, locale, slug] = process.argv.slice(2);
const content = process.env["SSG_CONTENT"]!;
if (action === "prepare") convertSite(content, site!);
else {
  // The page that was edited is copied over in the same process: it is part of the time.
  convertPage(content, site!, locale!, slug!);
  process.argv.splice(2, process.argv.length, "build", "--root", site!);
  await import("../../bin/toolkit.mjs" as string);
}
