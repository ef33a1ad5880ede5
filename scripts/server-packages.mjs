// Leaves in package.json what `toolkit serve` needs, for the container's image (Dockerfile).
import fs from "node:fs";

/** Packages that the modules of `toolkit serve` import; image.test.ts holds the list to it. */
export const SERVER_PACKAGES = [
  "@hono/node-server",
  "@opentelemetry/api",
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
  "commander",
  "hono",
  "i18next",
  "kysely",
  "nodemailer",
  "pg",
  "yaml",
  "zod",
];

if (import.meta.main) {
  const { name, version, type, license, dependencies } = JSON.parse(
    fs.readFileSync("package.json", "utf8"),
  );
  const retained = SERVER_PACKAGES.map((each) => [each, dependencies[each]]);
  const left = { name, version, private: true, type, license };
  fs.writeFileSync(
    "package.json",
    `${JSON.stringify({ ...left, dependencies: Object.fromEntries(retained) }, null, 2)}\n`,
  );
}
