import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  listProfiles,
  parseProfileName,
  profilesFolder,
  readProfile,
  removeProfile,
  writeProfile,
} from "./profiles.ts";
import { only } from "#tests/left-out.ts";

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "profiles-"));
  env = { XDG_CONFIG_HOME: home };
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const MIKA = { api: "https://fermata.example", email: "mika@example.org", token: "secret-token" };
const fileOf = (name: string): string => path.join(profilesFolder(env), `${name}.json`);
const modeOf = (file: string): string => (fs.statSync(file).mode & 0o777).toString(8);
const quiet = (): void => {};

const withOwners = only(process.platform !== "win32", "where files have modes");

describe("the file with the token", () => {
  it("CLI-8 is its owner's alone, whatever the umask", withOwners, () => {
    const mask = process.umask(0);
    try {
      writeProfile(env, "default", MIKA);
    } finally {
      process.umask(mask);
    }
    expect(modeOf(fileOf("default"))).toBe("600");
    expect(modeOf(profilesFolder(env))).toBe("700");
    expect(readProfile(env, "default", quiet)).toEqual(MIKA);
  });

  it("CLI-8 is made so where others could read it", withOwners, () => {
    writeProfile(env, "default", MIKA);
    fs.chmodSync(fileOf("default"), 0o644);
    fs.chmodSync(profilesFolder(env), 0o755);
    const reported: string[] = [];
    expect(readProfile(env, "default", (file) => reported.push(file))).toEqual(MIKA);
    expect(reported).toEqual([fileOf("default")]);
    expect(modeOf(fileOf("default"))).toBe("600");
    writeProfile(env, "default", MIKA);
    expect(modeOf(profilesFolder(env))).toBe("700");
  });

  it("CLI-8 is replaced in one step: a reader finds the old one or the new one", () => {
    writeProfile(env, "default", MIKA);
    const before = fs.openSync(fileOf("default"), "r");
    writeProfile(env, "default", { ...MIKA, token: "another" });
    expect(JSON.parse(fs.readFileSync(before, "utf8"))).toEqual(MIKA);
    fs.closeSync(before);
    expect(readProfile(env, "default", quiet)?.token).toBe("another");
    expect(fs.readdirSync(profilesFolder(env))).toEqual(["default.json"]);
  });

  it("CLI-8 that cannot be written leaves nothing behind", () => {
    fs.mkdirSync(fileOf("default"), { recursive: true });
    expect(() => writeProfile(env, "default", MIKA)).toThrow(
      expect.objectContaining({ code: "ACCOUNT_FILE" }),
    );
    expect(fs.readdirSync(profilesFolder(env))).toEqual(["default.json"]);
  });

  it.each([
    ["", "cut off"],
    ["{}", "of another program"],
    [JSON.stringify({ ...MIKA, token: "a\nb" }), "with a token that is none"],
    [JSON.stringify({ ...MIKA, api: "javascript:alert(1)" }), "with an address that is none"],
  ])("CLI-8 reports a damaged file: %j, %s", (text) => {
    writeProfile(env, "default", MIKA);
    fs.writeFileSync(fileOf("default"), text);
    const read = () => readProfile(env, "default", quiet);
    expect(read).toThrow(expect.objectContaining({ code: "ACCOUNT_FILE" }));
    expect(read).not.toThrow(/secret-token/);
  });

  it("CLI-8 there is one for each profile, and none is no fault", () => {
    expect(listProfiles(env)).toEqual([]);
    expect(readProfile(env, "work", quiet)).toBeUndefined();
    expect(removeProfile(env, "work")).toBe(false);
    writeProfile(env, "work", MIKA);
    writeProfile(env, "default", MIKA);
    fs.writeFileSync(path.join(profilesFolder(env), "Not one.json"), "{}");
    expect(listProfiles(env)).toEqual(["default", "work"]);
    expect(removeProfile(env, "work")).toBe(true);
    expect(listProfiles(env)).toEqual(["default"]);
  });

  it("CLI-8 its name leads to no other folder", () => {
    expect(parseProfileName("work-2.eu")).toBe("work-2.eu");
    for (const name of [
      "",
      "..",
      "../x",
      "a/b",
      "a\\b",
      ".hidden",
      "Work",
      "a b",
      "x".repeat(65),
      "a\0",
    ])
      expect(() => parseProfileName(name), name).toThrow(
        expect.objectContaining({ code: "USAGE" }),
      );
  });

  it("CLI-8 is where the system keeps such files", () => {
    expect(profilesFolder(env)).toBe(path.join(home, "toolkit/profiles"));
    if (process.platform === "win32") return;
    const plain = { HOME: "/home/mika" };
    expect(profilesFolder(plain)).toBe("/home/mika/.config/toolkit/profiles");
    // The XDG specification requires relative paths to be ignored.
    expect(profilesFolder({ ...plain, XDG_CONFIG_HOME: "config" })).toBe(profilesFolder(plain));
  });
});
