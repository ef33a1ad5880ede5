import { createHash } from "node:crypto";
import { digestOfHex } from "../../files/hash.ts";
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { configWith, page, panels } from "#tests/fixtures/entries.ts";
import { makeSite, removeSites } from "#tests/fixtures/checked-site.ts";
import { hiddenPublic, readPublic } from "./public-files.ts";
import { planSite } from "../plan/plan.ts";

afterAll(removeSites);

it("CLI-1 files of public/ that the build generates are reported, those of the program are not", () => {
  const root = makeSite({
    "public/index.html": "own",
    "public/robots.txt": "own",
    "public/proof.html": "kept",
    "public/.env": "secret",
    "runtime/public/robots.txt": "program's",
    "runtime/public/icon.svg": "program's",
    "NOTICES.md": "licences",
  });
  const read = () => readPublic([path.join(root, "runtime")], root, path.join(root, "NOTICES.md"));
  const files = read();
  const own = ["icon.svg", "index.html", "proof.html", "robots.txt", "third-party-notices.txt"];
  expect([...files.keys()].sort()).toEqual(own);
  const plan = planSite({ config: configWith(), entries: [page("home", "/")], panels });
  const found = hiddenPublic(files, { "robots.txt": "x", "icon.svg": "x" }, { root, plan });
  expect(found.map(({ location, severity }) => `${severity} ${location?.file}`).sort()).toEqual([
    "warning public/index.html",
    "warning public/robots.txt",
  ]);
  const before = files.get("proof.html")!.digest;
  fs.writeFileSync(path.join(root, "public/proof.html"), "changed");
  expect(read().get("proof.html")!.digest).not.toBe(before);
});

it("CLI-13 a large file whose digest is known is not read, unless its size is another one", () => {
  const content = "a net";
  const root = makeSite({ "public/models/a.onnx": content, "public/models/b.onnx": "other" });
  const known = digestOfHex(createHash("sha256").update(content).digest("hex"));
  const requests: [string, number][] = [];
  const files = readPublic([path.join(root, "runtime")], root, "none", (file, bytes) => {
    requests.push([file, bytes]);
    return file === "models/b.onnx" ? known : undefined;
  });
  // Both have five bytes: the reported digest is used, and the other file is read.
  expect(files.get("models/b.onnx")!.digest).toBe(known);
  expect(files.get("models/a.onnx")!.digest).toBe(known);
  expect(requests).toEqual([
    ["models/a.onnx", 5],
    ["models/b.onnx", 5],
  ]);
});
