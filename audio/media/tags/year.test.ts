import { expect, it } from "vitest";
import { portableTags } from "./portable-tags.ts";
import { yearOnly } from "./year.ts";

const written = (text: string, name: string) =>
  portableTags({ date: new Date(text), images: [], ...yearOnly({ [name]: text }) })
    .date!.toISOString()
    .slice(0, 10);

it.each(["TDRC", "TYER", "DATE", "date", "©day", "ICRD"])(
  "TLS-2 a year stays a year, by the name %s",
  (name) => {
    expect(written("2026", name)).toBe("2026");
    expect(written("2026-01-01", name)).toBe("2026-01-01");
  },
);
