import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Declaration, readStyleSheet, readStyleSheets } from "./style-sheets.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const TOKENS = "runtime/ui/styles/tokens.css";
const sheets = readStyleSheets(ROOT, "runtime");
const declarations = sheets.declarations.filter(({ file }) => file !== TOKENS);

/** What may differ from the system, as `file selector property`, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "runtime/ui/styles/base.css html font-size": "the visitor's own size",
  "runtime/ui/styles/base.css :is(h1, h2, h3, h4):lang(ar) font-weight":
    "Naskh faces have no 600, and 400 is too light for a heading",
  "runtime/ui/styles/prose.css .prose code font-size":
    "monospaced letters are taller than the text around them, whatever its size",
  "runtime/parts/page-head.module.css .title[data-long] font-size":
    "a single long word must fit the width",
  "runtime/panels/karaoke/stage/sing-view.module.css .now font-size": "read from across a room",
  "runtime/panels/karaoke/stage/sing-view.module.css .next font-size": "read from across a room",
  "runtime/panels/karaoke/stage/sing-view.module.css .count font-size": "read from across a room",
  "runtime/ui/choice/choice.module.css .segmented border-radius":
    "a pill whose options need two lines is as round as one with one line",
  "runtime/ui/styles/base.css ::view-transition-old(root), ::view-transition-new(root) animation-duration":
    "the browser's own animation, as fast as --fast",
  "runtime/ui/styles/navigation.css ::view-transition-group(root) animation-duration":
    "the browser's own animation, as fast as --fast",
  "runtime/ui/feedback.module.css .arc[data-unknown] .arcValue animation":
    "progress of unknown length, in steps that the compositor draws alone",
  "runtime/workspace/menu/side-menu.module.css .entry[data-flicker]::after animation":
    "three flashes, slower than what is known to harm (WSP-3)",
};
/** What is amber without a selector that names its state, as `file selector`, with its meaning. */
const AMBER: Readonly<Record<string, string>> = {
  "runtime/audio/waveform/playhead.module.css .playhead::before": "playhead",
  "runtime/audio/waveform/waveform-view.module.css .minimap > span": "the part in view",
  "runtime/pages/kitchen-sink.module.css .amber": "swatch",
  "runtime/pages/kitchen-sink.module.css .amber-wash": "swatch",
  "runtime/panel-kit/player/preview.module.css .line": "the part that was played",
  "runtime/panels/editor/edit/lanes/lane-spectrogram.module.css .pointer::before, .pointer::after":
    "the frequency under the pointer",
  "runtime/panels/editor/edit/lanes/lane-spectrogram.module.css .frequency:focus-visible":
    "the current frequency",
  "runtime/panels/editor/edit/lanes/lane.module.css .selected": "selection",
  "runtime/panels/editor/edit/lanes/lane.module.css .fade polyline": "handles of the current clip",
  "runtime/panels/editor/edit/lanes/lane.module.css .handle::before": "handles of the current clip",
  'runtime/panels/editor/edit/lanes/lane.module.css .handle[data-kind="fadeIn"]::before, .handle[data-kind="fadeOut"]::before':
    "handles of the current clip",
  "runtime/panels/editor/edit/lanes/lane.module.css .span": "selection",
  "runtime/panels/editor/edit/lanes/lane.module.css .window": "the part in view",
  "runtime/panels/mashup/timeline/timeline.module.css .edge::before": "handles of a section",
  "runtime/panels/separation/mixer/mixer.module.css .loop": "the part that repeats",
  "runtime/panels/transcript/looks/transcript.module.css .words [data-now]": "the spoken word",
  "runtime/parts/sample/sample-wave.module.css .place": "playhead",
  "runtime/ui/figures/waveform.module.css .selected": "selection",
  "runtime/ui/player/player.module.css .head::before": "playhead",
  "runtime/workspace/tray/tray.module.css .selectAll input, .file input": "selection",
  "runtime/workspace/workspace.module.css .over svg": "where a dragged file would go",
};
const used = new Set<string>();

const nameOf = ({ file, selector, property }: Declaration): string =>
  `${file} ${selector} ${property}`;

function isException(declaration: Declaration): boolean {
  const name = nameOf(declaration);
  if (!Object.hasOwn(EXCEPTIONS, name)) return false;
  used.add(name);
  return true;
}

function isAmber(name: string): boolean {
  if (Object.hasOwn(AMBER, name)) used.add(name);
  return used.has(name);
}

/** Declarations of a property whose value the system does not have, as `file:line property: value`. */
const outside = (property: RegExp, allowed: RegExp): string[] =>
  declarations
    .filter((one) => property.test(one.property) && !allowed.test(one.value) && !isException(one))
    .map(({ location, property: name, value }) => `${location} ${name}: ${value}`);

describe("the visual system", () => {
  it("has nine sizes of text", () => {
    expect(
      outside(/^font-size$/, /^(var\(--text-(2xs|xs|s|m|l|xl|2xl|3xl|hero)\)|inherit)$/),
    ).toEqual([]);
  });

  it("has five line heights, or the height of the line's box", () => {
    const token = /^(var\(--leading-(tight|snug|normal|text)\)|inherit)$/;
    const isBox = /^(var\(--[a-z]+\)|calc\(var\(--[a-z]+\) - \dpx\))$/;
    expect(outside(/^line-height$/, new RegExp(`${token.source}|${isBox.source}`))).toEqual([]);
  });

  it("has two weights", () => {
    expect(outside(/^font-weight$/, /^(400|600|inherit)$/)).toEqual([]);
    expect(outside(/^font$/, /^inherit$/)).toEqual([]);
  });

  it("has eight spaces", () => {
    // A token, none, a line's width, the safe area, a place beside something that has a name, and
    // less than a letter where something is aligned with one.
    const one =
      /0|auto|-?[1-3]px|var\(--[a-z][a-z\d-]*(?:, var\(--s\d\))?\)|calc\(var\(--[a-z\d-]+\)(?: [+*/] (?:var\(--[a-z\d-]+\)|-[12]))+\)|env\([a-z-]+\)|0\.\d+em/;
    const either = new RegExp(`(?:${one.source}|max\\((?:${one.source}), (?:${one.source})\\))`);
    expect(
      outside(
        /^(margin|padding|gap|row-gap|column-gap|scroll-margin|scroll-padding)/,
        new RegExp(`^${either.source}(?: ${either.source}){0,3}$`),
      ),
    ).toEqual([]);
  });

  it("has three radii", () => {
    const one = /(0|inherit|50%|var\(--radius(-round)?\))/;
    expect(
      outside(/^border-([a-z]+-)*radius$/, new RegExp(`^${one.source}(?: ${one.source}){0,3}$`)),
    ).toEqual([]);
  });

  it("takes colors from tokens", () => {
    // The alpha of a mask has no token.
    const raw =
      /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\(|\b(?:white|black|gr[ae]y|red|green|blue|orange|yellow)\b(?!-)/i;
    expect(
      declarations
        .filter(({ property, value }) => raw.test(value) && property !== "mask-image")
        .map(({ location, property, value }) => `${location} ${property}: ${value}`),
    ).toEqual([]);
  });

  it("uses amber for what is selected, current or being played, and nothing else", () => {
    const ofState =
      /\[(aria-(current|expanded|pressed|selected)|data-(selected|active|on|over|marked|holds|fits))\b|:checked|::selection/;
    expect(
      declarations
        .filter(({ value }) => /var\(--amber/.test(value))
        .filter(({ selector }) => !ofState.test(selector))
        .filter(({ file, selector }) => !isAmber(`${file} ${selector}`))
        .map(({ location, property, value }) => `${location} ${property}: ${value}`),
    ).toEqual([]);
    expect(Object.keys(AMBER).filter((name) => !used.has(name))).toEqual([]);
  });

  it("has four breakpoints of the window, and three of containers", () => {
    const widthOf = (condition: string, allowed: RegExp): boolean =>
      [...condition.matchAll(/\([^()]*(?:width|inline-size)[^()]*\)/g)].every(([query]) =>
        allowed.test(query),
      );
    const rules = {
      media: /^\((?:(?:30|44|64)rem <= )?width (?:<|<=|>=) (?:30|44|64|80)rem\)$/,
      // A fader with both of its texts beside it needs 9.5rem.
      container: /^\(width (?:<|>=) (?:30|36|44|9\.5)rem\)$/,
    };
    expect(
      sheets.atRules
        .filter(({ name, condition }) =>
          name === "media" || name === "container" ? !widthOf(condition, rules[name]) : false,
        )
        .map(({ location, name, condition }) => `${location} @${name} ${condition}`),
    ).toEqual([]);
  });

  it("lets parts of the workspace depend on their container, not on the window", () => {
    expect(
      sheets.atRules
        .filter(
          ({ file, name, condition }) =>
            name === "media" &&
            /^runtime\/panel(s|-kit)\//.test(file) &&
            /width|inline-size/.test(condition),
        )
        .map(({ location, condition }) => `${location} @media ${condition}`),
    ).toEqual([]);
  });

  it("moves at three speeds, and repeats only while something is busy", () => {
    const timed =
      /^(?:none !important|(?:[a-z-]+ )?var\(--(?:fast|move|draw|busy)\)(?: \d+ms)?(?: both)?)$/;
    const faults = declarations
      .filter(({ property }) => /^(transition|animation)(-duration)?$/.test(property))
      .filter(
        (one) =>
          !one.value.split(", ").every((part) => part === "none" || timed.test(part)) &&
          !isException(one),
      );
    expect(
      faults.map(({ location, property, value }) => `${location} ${property}: ${value}`),
    ).toEqual([]);
  });

  it("has two sizes of icons, and three of figures", () => {
    const files = fs.globSync("runtime/**/*.tsx", { cwd: ROOT });
    const faults = files.flatMap((file) => {
      const code = fs.readFileSync(path.join(ROOT, file), "utf8");
      return [...code.matchAll(/<([A-Z][A-Za-z]*)\b[^<>]*?\bsize=\{(\d+)\}/g)]
        .filter(([, component, size]) => component !== "Mark" && !/^(16|20|40|48)$/.test(size!))
        .map(([, component, size]) => `${file} <${component} size={${size}}>`);
    });
    expect(files.length).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  it("has one set of radio buttons and of sliders", () => {
    const filesWith = (pattern: RegExp): string[] =>
      fs
        .globSync("runtime/**/*.tsx", { cwd: ROOT })
        .filter((file) => pattern.test(fs.readFileSync(path.join(ROOT, file), "utf8")))
        .map((file) => file.split(path.sep).join("/"))
        .toSorted();
    expect(filesWith(/\btype(?:=|: )\{?[^>\n]*"radio"/)).toEqual(["runtime/ui/choice/Radio.tsx"]);
    expect(filesWith(/\btype(?:=|: )\{?[^>\n]*"range"/)).toEqual(["runtime/ui/field/Range.tsx"]);
    const colored = declarations.filter(({ property }) => property === "accent-color");
    expect(colored.map(({ file, selector }) => `${file} ${selector}`)).toEqual([
      "runtime/live-pages/parts/account-pages.module.css .mark input",
      "runtime/ui/choice/radio.module.css .radio",
      "runtime/ui/field/field.module.css .checkbox",
      "runtime/workspace/tray/tray.module.css .selectAll input, .file input",
    ]);
  });

  it("defines the custom properties that it reads", () => {
    const known = new Set(sheets.declarations.map(({ property }) => property));
    const code = fs
      .globSync("runtime/**/*.{ts,tsx}", { cwd: ROOT })
      .map((file) => fs.readFileSync(path.join(ROOT, file), "utf8"))
      .join("\n");
    for (const [name] of code.matchAll(/--[a-z][a-z\d-]*/g)) known.add(name);
    const circular = sheets.declarations
      .filter(
        ({ property, value }) => property.startsWith("--") && value.includes(`var(${property}`),
      )
      .map(({ location, property }) => `${location} ${property}`);
    expect(circular).toEqual([]);
    const unknown = sheets.declarations.flatMap(({ location, value }) =>
      [...value.matchAll(/var\((--[a-z][a-z\d-]*)\)/g)]
        .filter(([, name]) => !known.has(name!))
        .map(([, name]) => `${location} ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("has no exception that nothing needs", () => {
    expect(Object.keys(EXCEPTIONS).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("readStyleSheet", () => {
  it("finds the file, the line and the selector of declarations in nested rules", () => {
    const source =
      "a {\n  color: red;\n}\n/* b { */\n@media (x) {\n  .b,\n  .c {\n    top:\n      0 1px;\n  }\n}\n";
    expect(readStyleSheet("a.css", source)).toEqual({
      declarations: [
        { location: "a.css:2", file: "a.css", selector: "a", property: "color", value: "red" },
        { location: "a.css:8", file: "a.css", selector: ".b, .c", property: "top", value: "0 1px" },
      ],
      atRules: [{ location: "a.css:5", file: "a.css", name: "media", condition: "(x)" }],
    });
  });
});
