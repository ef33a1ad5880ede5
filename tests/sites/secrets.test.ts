import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { makeSite, TIMEOUT } from "./site.ts";
import { walk } from "./tree.ts";

const CANARY = "canary-5f1c2b9d7e";

it(
  "CLI-1 nothing of the environment, of hidden files or of the source is published",
  async () => {
    const site = makeSite({ locales: ["en"] });
    for (const file of [
      ".env",
      ".git/config",
      ".toolkit/data/secret",
      ".toolkit/outbox/1.eml",
      "public/.env",
      "public/.git/config",
      "public/.htpasswd",
      "notes.txt",
    ])
      site.write(file, `secret = ${CANARY}\n`);
    site.write("public/.well-known/security.txt", "Contact: mailto:a@s.example\n");
    process.env["SECRET_KEY"] = process.env["VITE_SECRET"] = `${CANARY}-of-the-environment`;
    try {
      await site.build();
    } finally {
      delete process.env["SECRET_KEY"];
      delete process.env["VITE_SECRET"];
    }
    const out = fs.realpathSync(site.out);
    const files = walk(out);
    expect(files.length).toBeGreaterThan(10);
    const leaks = files.filter((file) => fs.readFileSync(path.join(out, file)).includes(CANARY));
    expect(leaks).toEqual([]);
    expect(files.filter((file) => /(^|\/)\.|\.(map|tsx?)$/.test(file))).toEqual([
      ".well-known/security.txt",
    ]);
    // Paths of this machine are not secret, but must not be published either.
    const leaking = files.filter((file) =>
      fs.readFileSync(path.join(out, file)).includes(site.root),
    );
    expect(leaking).toEqual([]);
  },
  TIMEOUT,
);
