import fs from "node:fs";
import { route } from "@react-router/dev/routes";

export default fs
  .readdirSync(new URL("routes", import.meta.url))
  .map((name) => route(name.slice(0, -".jsx".length), `routes/${name}`));
