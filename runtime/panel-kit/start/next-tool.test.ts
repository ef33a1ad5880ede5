import { describe, expect, it } from "vitest";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { nextTool } from "./next-tool.ts";

const tool = (preset: string, available = true): WorkspaceTool =>
  ({ slug: preset, panel: "enhance", preset, available, path: `/${preset}` }) as WorkspaceTool;
const TOOLS = [tool("denoise"), tool("reverb"), tool("echo")];

describe("the tool after one that found nothing", () => {
  it("USR-15 is the reverb remover after the echo remover, where the site has it", () => {
    expect(nextTool("panel-kit:nothing.echo", TOOLS)?.slug).toBe("reverb");
    expect(nextTool("panel-kit:nothing.echo", [tool("echo")])).toBeNull();
    expect(nextTool("panel-kit:nothing.echo", [tool("reverb", false)])).toBeNull();
  });

  it("USR-15 is none where other settings of the same tool help", () => {
    const reasons = ["breath", "clicks", "silence", "instrument", "neutral", "any"];
    for (const reason of reasons) expect(nextTool(`panel-kit:nothing.${reason}`, TOOLS)).toBeNull();
  });
});
