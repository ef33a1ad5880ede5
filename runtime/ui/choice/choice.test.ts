import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Chips, Segmented, Tabs } from "./Choice.tsx";

const OPTIONS = [
  { value: "a", label: "First" },
  { value: "b", label: "Second", tone: "kept" },
] as const;
const inputsOf = (html: string): string[] => html.match(/<input[^>]*>/g) ?? [];

describe.each([
  ["Segmented", Segmented],
  ["Tabs", Tabs],
  ["Chips", Chips],
] as const)("%s", (_, Choice) => {
  it("is a named group of the browser's own radio buttons, one of which is chosen", () => {
    const html = renderToStaticMarkup(
      createElement(Choice<"a" | "b">, { label: "Sound", options: OPTIONS, value: "b" }),
    );
    expect(html).toMatch(/^<div[^>]*role="radiogroup"[^>]*aria-label="Sound"/);
    const inputs = inputsOf(html);
    expect(inputs).toHaveLength(2);
    expect(new Set(inputs.map((input) => /name="([^"]*)"/.exec(input)![1])).size).toBe(1);
    expect(inputs.map((input) => /\bchecked\b/.test(input))).toEqual([false, true]);
    expect(html).toContain('data-tone="kept"');
  });

  it("is part of a larger group without a name of its own", () => {
    const html = renderToStaticMarkup(
      createElement(Choice<"a" | "b">, { options: OPTIONS, name: "all", defaultValue: "a" }),
    );
    expect(html).not.toContain("radiogroup");
    expect(inputsOf(html).every((input) => input.includes('name="all"'))).toBe(true);
    expect(inputsOf(html).map((input) => /\bchecked\b/.test(input))).toEqual([true, false]);
  });

  it("disables every option", () => {
    const html = renderToStaticMarkup(
      createElement(Choice<"a" | "b">, { label: "Sound", options: OPTIONS, disabled: true }),
    );
    expect(inputsOf(html).every((input) => /\bdisabled\b/.test(input))).toBe(true);
  });
});
