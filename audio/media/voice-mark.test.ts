import { describe, expect, it } from "vitest";
import { markVoice, readVoiceMark } from "./voice-mark.ts";

describe("the mark of a synthetic voice", () => {
  it("TLS-2 is a line of the comment, after what was there", () => {
    const marked = markVoice({ title: "Talk", comment: "Recorded at home" }, "changed");
    expect(marked.title).toBe("Talk");
    expect(marked.comment.split("\n")[0]).toBe("Recorded at home");
    expect(readVoiceMark(marked.comment)).toBe("changed");
    expect(readVoiceMark(markVoice({}, "changed").comment)).toBe("changed");
  });

  it("TLS-2 is there once, however often a voice is changed", () => {
    const once = markVoice({ comment: "Recorded at home" }, "changed");
    expect(markVoice(once, "changed")).toEqual(once);
  });

  it("TLS-2 is nothing that people write by chance", () => {
    expect(readVoiceMark("")).toBeNull();
    expect(readVoiceMark("About a synthetic-voice: changed tools")).toBeNull();
    expect(readVoiceMark("synthetic-voice: unknown")).toBeNull();
  });
});
