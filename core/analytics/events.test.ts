import fc from "fast-check";
import { expect, it } from "vitest";
import { type EventContext, type EventName, EVENTS, eventOf } from "./events.ts";

const context: EventContext = {
  time: 1_790_000_000_999,
  userId: "u-17",
  browser: "Firefox",
  version: "151.0",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0",
  platform: "Linux",
  language: "de",
  pathName: "/de/audio-trimmer",
  utmSource: "newsletter",
};
const FIELDS = [
  "event_type",
  "event_time",
  "user_id",
  "browser",
  "version",
  "userAgent",
  "platform",
  "language",
  "path_name",
  "utm_source",
];

it("ANL-1 the catalogue has the events 2001 to 2010, 1011 and 7890, each once", () => {
  const numbers = Object.values(EVENTS);
  expect([...numbers].sort()).toEqual(
    [...Array.from({ length: 10 }, (_, i) => String(2001 + i)), "1011", "7890"].sort(),
  );
});

it("ANL-1 an event has its fields as text: 33 and the number, seconds, the page", () => {
  expect(eventOf("page_shown", context)).toEqual({
    event_type: "332001",
    event_time: "1790000000",
    user_id: "u-17",
    browser: "Firefox",
    version: "151.0",
    userAgent: context.userAgent,
    platform: "Linux",
    language: "de",
    path_name: "/de/audio-trimmer",
    utm_source: "newsletter",
  });
  expect(eventOf("build_taken", { ...context, userId: null, utmSource: null })).toMatchObject({
    event_type: "337890",
    user_id: "",
    utm_source: "",
  });
});

it.each(["/", "/pricing", "/pt-br/", "/ai-voice-generator/maren", "/zh-tw/use-history/"])(
  "ANL-1 %s is an address of the site",
  (pathName) => {
    expect(eventOf("page_shown", { ...context, pathName }).path_name).toBe(pathName);
  },
);

it.each([
  "/My%20song.mp3",
  "/audio-trimmer/Interview with Ada.wav",
  "/a?title=secret",
  "blob:https://s.example/1",
  "//other.example",
  "",
])("ANL-3 %s is not, and is left out", (pathName) => {
  expect(eventOf("page_shown", { ...context, pathName }).path_name).toBe("");
});

it("ANL-3 whatever the page hands over, an event has these fields, short and nothing else", () => {
  const junk = fc.oneof(fc.string({ maxLength: 2000 }), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(EVENTS) as EventName[])),
      fc.record({
        time: fc.integer({ min: 0, max: 8.64e15 }),
        userId: fc.option(junk),
        browser: junk,
        version: junk,
        userAgent: junk,
        platform: junk,
        language: junk,
        pathName: junk,
        utmSource: fc.option(junk),
      }),
      (name, given) => {
        const event = eventOf(name, given);
        expect(Object.keys(event)).toEqual(FIELDS);
        for (const value of Object.values(event)) expect(typeof value).toBe("string");
        expect(JSON.stringify(event).length).toBeLessThan(8000);
        expect(event.path_name).toMatch(/^[a-z0-9/-]*$/);
        expect(event.utm_source).toMatch(/^[\w.-]*$/);
        expect(event.user_id).toMatch(/^[\w-]*$/);
      },
    ),
  );
});
