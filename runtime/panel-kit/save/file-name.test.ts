import { describe, expect, it } from "vitest";
import { fileNameOf } from "./file-name.ts";

describe("names of saved files", () => {
  it("lead to no other folder, and to no name that a system rejects", () => {
    expect(fileNameOf("AC/DC: T\u0000N\u202ET?", "song")).toBe("AC_DC_ T_N_T_");
    expect(fileNameOf("../..", "song")).toBe("_");
    expect(fileNameOf(" ... ", "song")).toBe("song");
    expect(fileNameOf("e\u0301 夜に駆ける", "song")).toBe("é 夜に駆ける");
    const long = fileNameOf(`${"x".repeat(99)}😀`, "song");
    expect(long).toBe("x".repeat(99));
  });

  it("are no devices of Windows", () => {
    expect(["CON", "aux.backup", "Lpt1", "console"].map((name) => fileNameOf(name, "x"))).toEqual([
      "_CON",
      "_aux.backup",
      "_Lpt1",
      "console",
    ]);
  });
});
