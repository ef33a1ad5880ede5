import { describe, expect, it } from "vitest";
import { writeProvenance, readProvenance } from "./provenance.ts";

describe("the mark of a synthetic voice", () => {
  it("TLS-2 is a line of the comment, after what was there", () => {
    const marked = writeProvenance({ title: "Talk", comment: "Recorded at home" }, "changed");
    expect(marked.title).toBe("Talk");
    expect(marked.comment.split("\n")[0]).toBe("Recorded at home");
    expect(readProvenance(marked.comment)).toBe("changed");
    expect(readProvenance(writeProvenance({}, "changed").comment)).toBe("changed");
  });

  it("TLS-2 is there once, however often a voice is changed", () => {
    const once = writeProvenance({ comment: "Recorded at home" }, "changed");
    expect(writeProvenance(once, "changed")).toEqual(once);
  });

  it("TLS-2 is nothing that people write by chance", () => {
    expect(readProvenance("")).toBeNull();
    expect(readProvenance("About a synthetic-voice: changed tools")).toBeNull();
    expect(readProvenance("synthetic-voice: unknown")).toBeNull();
  });
});
