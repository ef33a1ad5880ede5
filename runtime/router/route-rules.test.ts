import fc from "fast-check";
import { expect, it } from "vitest";
import { redirectOf } from "./route-rules.ts";

const rule = (to: string) => ({ redirect: { to, statusCode: 301 } });
const rules = {
  "/old": rule("/new"),
  "/out": rule("https://other.example/x"),
  "/blog/*": rule("/news/:splat"),
  "/blog/2020/*": rule("/archive"),
  "/kept": rule("/new?a=1"),
  "/evil": rule("javascript:alert(1)"),
};
const lead = (href: string) => redirectOf(new URL(href, "https://site.example"), rules);

it("NAV-3 a rule leads to another page, with query and hash", () => {
  expect(lead("/old?q=1#h")).toEqual({ kind: "inside", href: "https://site.example/new?q=1#h" });
  expect(lead("/old/")).toEqual({ kind: "inside", href: "https://site.example/new" });
  expect(lead("/kept?q=1")).toEqual({ kind: "inside", href: "https://site.example/new?a=1" });
  expect(lead("/elsewhere")).toBeNull();
});

it("NAV-3 an external target leaves the site", () => {
  expect(lead("/out")).toEqual({ kind: "outside", href: "https://other.example/x" });
});

it("NAV-3 the longest pattern wins", () => {
  expect(lead("/blog/a/b")?.href).toBe("https://site.example/news/a/b");
  expect(lead("/blog/2020/a")?.href).toBe("https://site.example/archive");
  expect(lead("/blogger")).toBeNull();
});

it("NAV-3 a rule never runs a script", () => {
  expect(() => lead("/evil")).toThrow(TypeError);
});

it("NAV-3 whatever a splat holds, a rule with a path leads to this site", () => {
  const splats = {
    "/old/*": rule("/:splat"),
    "/in/*": rule("/./:splat"),
    "/up/*": rule("/a/:splat"),
  };
  const segment = fc.constantFrom(
    ..."/ // \\ @ : %2f %5c %09 . .. $' $& $` .$'. evil.example https: # ?".split(" "),
    "\t",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("old", "in", "up"),
      fc.array(segment, { maxLength: 6 }),
      (at, rest) => {
        const href = `https://site.example/${at}/${rest.join("")}`;
        const found = redirectOf(new URL(href), splats);
        if (found === null) return;
        expect(found.kind).toBe("inside");
        const { origin, pathname } = new URL(found.href);
        expect(origin).toBe("https://site.example");
        expect(pathname.startsWith("//")).toBe(false);
      },
    ),
  );
  expect(redirectOf(new URL("https://site.example/old//evil.example/x"), splats)?.href).toBe(
    "https://site.example/evil.example/x",
  );
  expect(redirectOf(new URL("https://site.example/old/$&/x"), splats)?.href).toBe(
    "https://site.example/$&/x",
  );
});
