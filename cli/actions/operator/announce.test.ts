import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { type TestApi, startTestApi } from "../../account/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  const config = { site: { name: "S", origin: "https://s.example", contact: "c@s.example" } };
  fs.writeFileSync(
    path.join(api.root, "toolkit.config.ts"),
    `export default ${JSON.stringify(config)};\n`,
  );
  await api.addUser("mira@example.org", "a password of mine");
});
afterAll(() => api.close());

const announce = (...argv: readonly string[]) =>
  run(api.root, ["announce", ...argv], { DATA_DIR: path.join(api.root, "data") });

it("CLI-16 announces changes while the server runs, and counts the accounts before", async () => {
  const day = ["--effective", "2099-03-01"] as const;
  const dry = await announce("terms", ...day, "--dry-run");
  expect([dry.code, dry.err]).toEqual([0, "1 account would be notified.\n"]);
  const real = await announce("terms", ...day, "--json");
  expect(JSON.parse(real.out)).toEqual({
    id: "terms:2099-03-01",
    sent: 0,
    left: 1,
    dry_run: false,
  });
  expect((await announce("prices", ...day)).err).toContain("0 accounts notified, 0 left");
});

it("CLI-16 refuses a day that is none, and one that leaves no time for the notice", async () => {
  for (const [day, words] of [
    ["soon", "takes a day, such as 2"],
    ["2099-02-30", "takes a day"],
    ["2026-01-01", "30 days before a change"],
  ] as const) {
    const { code, err } = await announce("privacy", "--effective", day);
    expect([code, err.includes(words)]).toEqual([2, true]);
  }
});
