import { expect, it } from "vitest";
import { missingStems, netStems } from "./net-stems.ts";

it("TLS-1 lead vocals are a source of their own where the network has it, and all vocals elsewhere", () => {
  const karaoke = ["rest", "lead"];
  expect(netStems("no-lead", karaoke)).toEqual([
    { stem: "lead", parts: ["lead"] },
    { stem: "rest", parts: ["rest"] },
  ]);
  expect(missingStems("no-lead", karaoke)).toEqual([]);
  const four = ["drums", "bass", "other", "vocals"];
  expect(netStems("no-lead", four)).toEqual([
    { stem: "lead", parts: ["vocals"] },
    { stem: "rest", parts: ["drums", "bass", "other"] },
  ]);
  expect(missingStems("no-lead", four)).toEqual(["lead"]);
  expect(missingStems("speech", four)).toEqual([]);
  expect(missingStems("vocals", karaoke)).toEqual(["vocals"]);
});
