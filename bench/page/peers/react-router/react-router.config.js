import fs from "node:fs";

const ids = fs
  .readdirSync(new URL("app/routes", import.meta.url))
  .map((name) => name.slice(0, -".jsx".length));
export default { ssr: false, prerender: ids.map((id) => `/${id}`) };
