import { describe, expect, it } from "vitest";
import type { SearchTool } from "#core/search/search-data.ts";
import { createSearch } from "./create-search.ts";

const tool = (slug: string, over: Partial<SearchTool> = {}): SearchTool => ({
  slug,
  path: `/${slug}`,
  name: slug,
  tagline: "",
  description: "",
  keywords: [],
  topics: [],
  available: true,
  ...over,
});
const find = (tools: readonly SearchTool[], query: string, language = "en"): string[] =>
  createSearch(tools, language)(query).map(({ slug }) => slug);

describe("the search", () => {
  it("NAV-12 a name counts more than a keyword, that more than a tagline, a description, a topic", () => {
    const fields: Partial<SearchTool>[] = [
      { topics: ["vinyl"] },
      { description: "About vinyl." },
      { tagline: "For vinyl." },
      { keywords: ["vinyl"] },
      { name: "vinyl" },
    ];
    const tools = fields.map((field, at) => tool(String(at), { name: "other", ...field }));
    for (let best = 1; best < tools.length; best++)
      expect(find(tools.slice(best - 1, best + 1), "vinyl")[0]).toBe(String(best));
  });

  it("NAV-12 all words come before most of them, and a rare word counts more than a common one", () => {
    const tools = [
      tool("cutter", { keywords: ["cut audio", "cut video"] }),
      tool("louder", { keywords: ["louder audio"] }),
      tool("mixer", { keywords: ["cut", "mix audio"] }),
    ];
    expect(find(tools, "mix cut audio")[0]).toBe("mixer");
    expect(find(tools, "louder audio")).toEqual(["louder"]);
    expect(find(tools, "audio louder please")[0]).toBe("louder");
  });

  it("NAV-12 tools that work come before those that are as good and being built, not before better ones", () => {
    const built = tool("built", { keywords: ["hum remover"] });
    const coming = tool("coming", { keywords: ["hum remover"], available: false });
    expect(find([coming, built], "hum remover")).toEqual(["built", "coming"]);
    const mention = tool("mention", { keywords: ["voices and karaoke at home"] });
    const karaoke = tool("karaoke", { keywords: ["karaoke"], available: false });
    expect(find([mention, karaoke], "karaoke")[0]).toBe("karaoke");
  });

  it("NAV-12 results far from the best one are omitted", () => {
    const tools = [
      tool("hum", { keywords: ["hum", "remove hum"] }),
      tool("other", { topics: ["Does it hum?"] }),
    ];
    expect(find(tools, "hum")).toEqual(["hum"]);
  });

  it("NAV-12 nothing is found for empty queries, punctuation, and unknown words", () => {
    const tools = [tool("hum"), tool("hiss")];
    for (const query of ["", "  ", "?!…", "zzzz"]) expect(find(tools, query)).toEqual([]);
    expect(find([], "hum")).toEqual([]);
  });

  it("NAV-12 words of grammar do not count, unless there are no others", () => {
    const tools = [tool("cutter", { keywords: ["cut songs"] }), tool("how", { name: "How to" })];
    expect(find(tools, "how do i cut my song")[0]).toBe("cutter");
    expect(find(tools, "how to")[0]).toBe("how");
  });

  it("NAV-12 words may be apart or together", () => {
    const tools = [
      tool("yt", { keywords: ["youtube mp3"] }),
      tool("bg", { keywords: ["background noise"] }),
    ];
    expect(find(tools, "you tube mp 3")).toEqual(["yt"]);
    expect(find(tools, "back ground")).toEqual(["bg"]);
    expect(find(tools, "backgroundnoise")).toEqual(["bg"]);
  });

  it("NAV-12 the beginning of a word is enough, from two letters on", () => {
    const tools = [tool("sing", { keywords: ["karaoke"] }), tool("n", { keywords: ["noise"] })];
    for (const query of ["ka", "kara", "karaok"]) expect(find(tools, query)).toEqual(["sing"]);
    expect(find(tools, "k")).toEqual([]);
  });

  it("NAV-12 one typing error from four letters on, two from eight", () => {
    const tools = [tool("a", { keywords: ["hiss"] }), tool("b", { keywords: ["instrumental"] })];
    for (const query of ["hsis", "his", "hizs", "hisss"]) expect(find(tools, query)).toEqual(["a"]);
    expect(find(tools, "hzsz")).toEqual([]);
    expect(find(tools, "insturmenal")).toEqual(["b"]);
    expect(find(tools, "nistroomenlal")).toEqual([]);
    expect(find([tool("c", { keywords: ["hum"] })], "hun")).toEqual([]);
  });

  it("NAV-12 order distinguishes text to speech from speech to text", () => {
    const tools = [
      tool("tts", { keywords: ["text to speech"] }),
      tool("stt", { keywords: ["speech to text"] }),
    ];
    expect(find(tools, "text to speech")[0]).toBe("tts");
    expect(find(tools, "speech to text")[0]).toBe("stt");
  });

  it("NAV-12 German compounds are found by their parts, and parts by compounds", () => {
    const tools = [
      tool("noise", { keywords: ["hintergrundgeräusche"] }),
      tool("rain", { keywords: ["regen"] }),
    ];
    expect(find(tools, "geräusche", "de")).toEqual(["noise"]);
    expect(find(tools, "regenklang", "de")).toEqual(["rain"]);
  });
});

describe("scripts without spaces", () => {
  const tools = [
    tool("noise", { keywords: ["去除背景噪音", "降噪"] }),
    tool("vocals", { keywords: ["去除人声", "伴奏提取"] }),
  ];

  it("NAV-12 spaces do not matter, neither those of the page nor those that are typed", () => {
    expect(find(tools, "降 噪", "zh")).toEqual(["noise"]);
    const korean = [
      tool("level", { keywords: ["음량 조절"] }),
      tool("other", { keywords: ["번역"] }),
    ];
    expect(find(korean, "음량조절", "ko")).toEqual(["level"]);
  });

  it("NAV-12 abbreviations and parts are found", () => {
    expect(find(tools, "去噪", "zh")[0]).toBe("noise");
    expect(find(tools, "背景的噪音", "zh")[0]).toBe("noise");
    expect(find(tools, "提取伴奏", "zh")[0]).toBe("vocals");
  });

  it("NAV-12 simplified and traditional characters are not mixed", () => {
    expect(find(tools, "人聲", "zh-Hant")).toEqual([]);
  });

  it("NAV-12 hiragana, katakana and half width are the same, and particles part words", () => {
    const japanese = [
      tool("reverb", { keywords: ["リバーブ"] }),
      tool("music", { keywords: ["動画の音楽を消す", "bgm"] }),
    ];
    for (const query of ["りばーぶ", "ﾘﾊﾞｰﾌﾞ", "リバブ"])
      expect(find(japanese, query, "ja")).toEqual(["reverb"]);
    expect(find(japanese, "動画のbgmを消す", "ja")).toEqual(["music"]);
  });

  it("NAV-12 a syllable of Hangul that is being typed is enough", () => {
    const korean = [tool("noise", { keywords: ["노이즈"] }), tool("other", { keywords: ["번역"] })];
    expect(find(korean, "노이ㅈ", "ko")).toEqual(["noise"]);
  });
});
