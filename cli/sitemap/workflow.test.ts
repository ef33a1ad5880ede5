import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { HOME } from "../files/home.ts";
import { COMMENT_MARK } from "./report.ts";

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Record<string, unknown>;
}
interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: object;
  readonly jobs: Record<string, { permissions: Record<string, string>; steps: Step[] }>;
}

const source = fs.readFileSync(path.join(HOME, "templates/ci/sitemap-diff.yml"), "utf8");
const workflow = parse(source) as Workflow;
const { diff, comment } = workflow.jobs as Record<"diff" | "comment", Workflow["jobs"][string]>;
const steps = [...diff.steps, ...comment.steps];
const scriptOf = (name: string): string => steps.find((step) => step.name?.startsWith(name))!.run!;

it("CLI-7 the workflow has the least rights, and no text of a pull request in a script", () => {
  expect(Object.keys(workflow.on)).toEqual(["pull_request"]);
  expect(workflow.permissions).toEqual({});
  expect(diff.permissions).toEqual({ contents: "read" });
  expect(comment.permissions).toEqual({ "pull-requests": "write" });
  for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  const uses = steps.flatMap((step) => step.uses ?? []);
  expect(uses.length).toBe(4);
  for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
  // The job with write access runs no code of the pull request.
  expect(comment.steps.some(({ uses }) => uses?.includes("checkout"))).toBe(false);
  expect(comment.steps.map(({ run }) => run ?? "").join()).not.toMatch(/npm|npx|node/);
  const checkout = diff.steps.find(({ uses }) => uses?.includes("checkout"))!;
  expect(checkout.with?.["persist-credentials"]).toBe(false);
});

/** Runs a script of the workflow with stub programs in its path. */
function runScript(script: string, programs: Record<string, string>, env: Record<string, string>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-workflow-"));
  for (const [name, text] of Object.entries(programs))
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, "sitemap-diff.md"), `${COMMENT_MARK}\n$(touch pwned)\n`);
  const { status } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env["PATH"]}`, FOLDER: folder, ...env },
  });
  const read = (file: string): string =>
    fs.existsSync(path.join(folder, file)) ? fs.readFileSync(path.join(folder, file), "utf8") : "";
  const result = {
    status,
    calls: read("calls"),
    output: read("output"),
    summary: read("summary"),
    pwned: fs.existsSync(path.join(folder, "pwned")),
  };
  fs.rmSync(folder, { recursive: true });
  return result;
}

it("CLI-7 the workflow writes one comment and keeps it up to date", () => {
  const gh = (found: string) =>
    `echo "$@" >> "$FOLDER/calls"; case "$*" in *paginate*) printf '%b' '${found}';; esac`;
  const env = { GH_TOKEN: "x", REPOSITORY: "o/r", NUMBER: "7" };
  const script = scriptOf("Write the comment");
  expect(script).toContain(COMMENT_MARK);
  const first = runScript(script, { gh: gh("") }, env);
  expect(first.status).toBe(0);
  expect(first.calls).toMatch(
    /--method POST repos\/o\/r\/issues\/7\/comments --field body=@sitemap-diff\.md/,
  );
  const second = runScript(script, { gh: gh("41\\n42\\n") }, env);
  expect(second.calls).toMatch(/--method PATCH repos\/o\/r\/issues\/comments\/41 /);
  expect(second.calls).not.toContain("POST");
  expect(second.pwned).toBe(false);
});

it.each([0, 1, 2])(
  "CLI-7 the workflow goes on after exit code %d, and fails for 2 at its end",
  (code) => {
    const env = {
      BASE_SHA: "abc; touch pwned",
      GITHUB_STEP_SUMMARY: "summary",
      GITHUB_OUTPUT: "output",
    };
    const npx = `printf '%s\\n' "$@" > "$FOLDER/calls"; echo text; exit ${code}`;
    const { status, output, summary, calls, pwned } = runScript(scriptOf("Compare"), { npx }, env);
    expect({ status, output, summary, pwned }).toEqual({
      status: 0,
      output: `code=${code}\n`,
      summary: "text\n",
      pwned: false,
    });
    expect(calls).toBe("--no\ntoolkit\nsitemap\ndiff\ngit:abc; touch pwned\ndist\n--markdown\n");
    expect(runScript(scriptOf("Fail when"), {}, { CODE: `${code}` }).status).toBe(code < 2 ? 0 : 1);
  },
);
