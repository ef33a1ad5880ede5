import { expect, it } from "vitest";
import { addRated, readRated } from "./rated-tools.ts";

const storageOf = (text: string | null) => {
  let stored = text;
  return { get: () => stored, set: (_key: string, value: string | null) => void (stored = value) };
};

it("CLI-14 a tool that was rated is known, once", () => {
  const storage = storageOf(null);
  addRated(storage, "echo-remover");
  addRated(storage, "audio-trimmer");
  addRated(storage, "echo-remover");
  expect(readRated(storage)).toEqual(["echo-remover", "audio-trimmer"]);
});

it.each(["", "{", "7", '{"a":1}', "[1,null]"])(
  "CLI-14 a stored list that is damaged counts as none: %j",
  (text) => {
    expect(readRated(storageOf(text))).toEqual([]);
  },
);
