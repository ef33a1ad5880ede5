import { expect, it } from "vitest";
import { runMiddleware, UnknownMiddlewareError } from "./middleware.ts";
import { type Target, ROUTES } from "./routes.ts";

const target = (href: string, kind = "tool") =>
  ({ url: new URL(href, "https://site.example"), page: { kind } }) as Target;

it("NAV-8 an unknown middleware raises an error that names the known ones, before any runs", async () => {
  const ran: string[] = [];
  const known = { first: () => void ran.push("first") };
  await expect(runMiddleware(["first", "frist"], known, target("/"))).rejects.toThrow(
    new UnknownMiddlewareError("frist", ["first"]),
  );
  await expect(runMiddleware(["toString"], known, target("/"))).rejects.toThrow("toString");
  expect(ran).toEqual([]);
});

it("middlewares run in order until one leads elsewhere", async () => {
  const ran: string[] = [];
  const known = {
    a: () => void ran.push("a"),
    b: async () => {
      ran.push("b");
      return { redirect: "/pricing" };
    },
    c: () => void ran.push("c"),
  };
  expect(await runMiddleware(["a", "b", "c"], known, target("/"))).toEqual({
    redirect: "/pricing",
  });
  expect(ran).toEqual(["a", "b"]);
});

it("NAV-1 a podcast's id must be one that can exist", () => {
  const valid = (query: string) =>
    ROUTES.podcast.validate!(target(`/podcast-preview${query}`, "podcast"));
  expect(valid("")).toBe(true);
  expect(valid("?id=abc_DEF-123")).toBe(true);
  expect(valid("?id=../../etc")).toBe(false);
  expect(valid(`?id=${"x".repeat(65)}`)).toBe(false);
});
