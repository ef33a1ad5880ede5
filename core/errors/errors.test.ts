import { describe, expect, it } from "vitest";
import {
  type Problem,
  ERROR_CODES,
  errorText,
  fromPlainError,
  problem,
  ToolkitError,
  toPlainError,
} from "./errors.ts";

/** Any parameter a text may ask for, as a word that is then found in it. */
const anything = new Proxy({} as Record<string, string>, { get: (_, name) => `«${String(name)}»` });

describe("the catalogue", () => {
  it("CLI-10 codes are permanent: one that is here stays", () => {
    expect(ERROR_CODES).toMatchInlineSnapshot(`
      [
        "CONFIG_NOT_FOUND",
        "CONFIG_UNREADABLE",
        "CONFIG_INVALID",
        "OPERATOR_MISSING",
        "FACT_UNKNOWN",
        "LABEL_UNKNOWN",
        "FACT_LOST",
        "USAGE",
        "FRONT_MATTER_MISSING",
        "FRONT_MATTER_LANGUAGE",
        "YAML_INVALID",
        "ENCODING_INVALID",
        "FILE_TOO_LARGE",
        "FILE_UNSUITABLE",
        "FIELD_MISSING",
        "FIELD_UNKNOWN",
        "FIELD_INVALID",
        "SLUG_MISMATCH",
        "ADDRESS_TAKEN",
        "KIND_TAKEN",
        "HOME_MISSING",
        "FIELD_IGNORED",
        "PUBLIC_LINK",
        "VALUE_CUT",
        "TEXT_CHARACTERS",
        "MESSAGE_DUPLICATE",
        "PUBLIC_HIDDEN",
        "UNKNOWN_MENU",
        "UNKNOWN_PANEL",
        "UNKNOWN_PRESET",
        "UNKNOWN_TOOL",
        "EMBED_UNSUPPORTED",
        "LINK_BROKEN",
        "LINK_RELATIVE",
        "ANCHOR_BROKEN",
        "LINK_SELF",
        "PAGE_DRAFT",
        "RELATED_SELF",
        "RELATED_REPEATED",
        "RELATED_FEW",
        "TOOL_HOLLOW",
        "DATE_AHEAD",
        "FOLDER_UNKNOWN",
        "IMAGE_BROKEN",
        "HEADING_FIRST",
        "SITE_OLD",
        "TRANSLATION_ORPHAN",
        "TRANSLATION_MISSING",
        "TRANSLATION_STALE",
        "TRANSLATION_UNSTAMPED",
        "MESSAGE_INVALID",
        "MESSAGE_MISSING",
        "MESSAGE_STALE",
        "MESSAGE_UNKNOWN",
        "MESSAGE_PLURAL",
        "MESSAGE_PLACEHOLDERS",
        "MESSAGE_LONG",
        "MESSAGE_INCONSISTENT",
        "MESSAGE_UNUSED",
        "TERM_AVOIDED",
        "TYPOGRAPHY",
        "GLOSSARY_INVALID",
        "TEXT_LENGTH",
        "TEXT_DUPLICATE",
        "KEYWORDS_FEW",
        "PHRASE_MISSING",
        "LIMITS_MISSING",
        "STARTER_TEXT",
        "RATING_SHARED",
        "SITE_FAULT",
        "REDIRECT_BROKEN",
        "PAGE_GONE",
        "BUNDLE_FAILED",
        "SCRIPT_FAILED",
        "CODE_THREW",
        "MESSAGE_ABSENT",
        "PAGE_FAILED",
        "DISK_FULL",
        "NO_PERMISSION",
        "TOO_MANY_FILES",
        "IO_FAILED",
        "BUILD_RUNNING",
        "SHARD_INVALID",
        "SITE_INCOMPLETE",
        "SITE_MADE_ANEW",
        "FONT_MISSING",
        "IMAGE_SIGNS_MISSING",
        "SPARE_CHANGED",
        "ALREADY_EXISTS",
        "NOT_BUILT",
        "PORT_IN_USE",
        "DATABASE_READ_ONLY",
        "DATABASE_UNAVAILABLE",
        "SITEMAP_UNREADABLE",
        "REVISION_FAILED",
        "EXCHANGE_UNREADABLE",
        "EXCHANGE_ENCODING",
        "PARAMETER_UNKNOWN",
        "PARAMETER_INVALID",
        "EFFECT_UNKNOWN",
        "RECIPE_INVALID",
        "INPUT_UNREADABLE",
        "AUDIO_EMPTY",
        "AUDIO_DAMAGED",
        "AUDIO_FOREIGN",
        "AUDIO_FORMAT",
        "AUDIO_CUT_OFF",
        "AUDIO_HOLES",
        "AUDIO_SOFTER",
        "AUDIO_MIXED_DOWN",
        "AUDIO_LOSSY",
        "AUDIO_SHORT",
        "AUDIO_CLIPPED",
        "AUDIO_NOT_NUMBERS",
        "AUDIO_TOO_QUIET",
        "AUDIO_OVERLOAD",
        "AUDIO_MISSING",
        "AUDIO_PROTECTED",
        "AUDIO_DECODER_MISSING",
        "AUDIO_FREE_FORMAT",
        "OUTPUT_FORMAT_UNKNOWN",
        "OUTPUT_OUT_OF_STEP",
        "OUTPUT_PICTURE",
        "OUTPUT_EXISTS",
        "OUTPUT_IS_INPUT",
        "OUTPUT_UNWRITABLE",
        "CONFIG_BY_HAND",
        "MODEL_REGISTRY",
        "MODEL_UNKNOWN",
        "MODEL_UNCHECKED",
        "MODEL_LOCK",
        "MODEL_BUILT_IN",
        "MODEL_NOT_READY",
        "MODEL_STALE",
        "MODEL_ABSENT",
        "MODEL_NO_CHECK",
        "MODEL_NO_STEMS",
        "MODEL_NO_TRANSCRIPT",
        "MODEL_LANGUAGE",
        "MODEL_NO_EFFECT",
        "MODEL_MEMORY",
        "MODEL_WRONG",
        "MODEL_NO_SERVER",
        "MODEL_NOT_SOLD",
        "MODEL_TOKEN",
        "MODEL_ALTERED",
        "MODEL_STORAGE",
        "MODEL_UNREACHABLE",
        "MODEL_MISSING",
        "MODEL_GATED",
        "MODEL_RATE_LIMIT",
        "MODEL_NPM",
        "MODEL_DISK_FULL",
        "MODEL_DAMAGED",
        "OUTPUT_EMPTY",
        "NOT_LOGGED_IN",
        "API_UNREACHABLE",
        "API_UNUSABLE",
        "API_BUSY",
        "API_FAILED",
        "API_REFUSED",
        "ACCOUNT_FILE",
        "CANCELLED",
        "PROBLEMS",
      ]
    `);
  });

  it.each(ERROR_CODES)("CLI-6 %s says what, why and what to do", (code) => {
    const { title, message, fix } = errorText({ code, params: anything } as unknown as Problem);
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(message.length).toBeGreaterThan(0);
    for (const text of [title, message, fix ?? ""]) {
      expect(text).not.toMatch(/undefined|\[object|null/);
      expect(text).not.toMatch(/ {2}|\n/);
    }
    // A text of its own ends as a sentence; some hand on what another program said.
    expect(message).toMatch(/[.?»]$/);
    if (!["CANCELLED", "PROBLEMS"].includes(code)) expect(fix).toMatch(/[.»]$/);
  });

  it("CLI-6 a text without a suggestion has no gap for one", () => {
    for (const code of ERROR_CODES) {
      const params = new Proxy({}, { get: (_, name) => (name === "similar" ? undefined : "x") });
      expect(errorText({ code, params } as unknown as Problem).message).not.toContain(
        "Did you mean",
      );
    }
  });

  it("CLI-6 a suggestion is offered", () => {
    const found = problem("FIELD_UNKNOWN", { field: "titel", similar: "title" });
    expect(errorText(found).message).toBe('There is no field "titel" here. Did you mean "title"?');
  });

  it.each([
    [
      "https://hub.example/o/nets/resolve/0123/a.onnx",
      "the connection to hub.example and models.hub",
    ],
    [
      "https://raw.githubusercontent.com/o/r/0123/a.onnx",
      "the connection to raw.githubusercontent.com",
    ],
    ["https://npm.example/@scope/name/-/name-1.0.0.tgz", "the connection to npm.example"],
    ["@scope/name@1.0.0", "the connection and npm's registry"],
  ])("CLI-6 the advice for %s, which cannot be reached, is to check %s", (url, checked) => {
    const { fix } = errorText(problem("MODEL_UNREACHABLE", { url, detail: "x" }));
    expect(fix).toBe(`Check ${checked}, and run the command again; the download resumes.`);
  });

  it("CLI-10 one problem is singular", () => {
    const text = (errors: number) => errorText({ code: "PROBLEMS", params: { errors } }).message;
    expect(text(1)).toBe("1 problem. Nothing was published.");
    expect(text(2)).toBe("2 problems. Nothing was published.");
  });
});

describe("problems and errors", () => {
  it("CLI-6 a problem is an error unless it is declared a warning", () => {
    expect(problem("CANCELLED", {})).toEqual({ code: "CANCELLED", params: {}, severity: "error" });
    expect(problem("CANCELLED", {}, { file: "a" }, "warning")).toEqual({
      code: "CANCELLED",
      params: {},
      severity: "warning",
      location: { file: "a" },
    });
  });

  it("CLI-10 an error crosses a thread as code and parameters", () => {
    const error = new ToolkitError(
      "PORT_IN_USE",
      { port: 1 },
      { location: { file: "a", line: 2 } },
    );
    const plain = structuredClone(toPlainError(error));
    expect(plain).toEqual({
      code: "PORT_IN_USE",
      params: { port: 1 },
      location: { file: "a", line: 2 },
    });
    const back = fromPlainError(plain);
    expect(back).toBeInstanceOf(ToolkitError);
    expect(back.message).toBe(error.message);
    expect(back.location).toEqual(error.location);
    expect(fromPlainError({ code: "CANCELLED", params: {} }).location).toBeUndefined();
  });
});
