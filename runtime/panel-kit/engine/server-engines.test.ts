import { expect, it } from "vitest";
import { builtInEngine, studioEngine } from "#core/models/engine.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { serverEngines } from "./use-engine-choice.ts";

const model = (id: string, use = "any") =>
  ({ id, quality: [], licence: { id: "L", use } }) as unknown as OfferedModel;

it("JOB-6 the servers run the built-in engine and the models that they have, if their results may be sold, and nothing of other hosts", () => {
  const builtIn = builtInEngine();
  const models = ["a", "b"].map((id) => studioEngine(model(id)));
  const research = studioEngine(model("r", "personal-research"));
  const hosted = { ...builtIn, id: "hosted", kind: "hosted" as const };
  const idsOf = (engines: Parameters<typeof serverEngines>[0], stored: readonly string[]) =>
    serverEngines(engines, stored).map(({ id }) => id);
  expect(idsOf([builtIn, ...models, research, hosted], ["b", "c", "r"])).toEqual([builtIn.id, "b"]);
  // Where there is no built-in engine, as for transcripts, the tool is not offered there.
  expect(idsOf([...models, hosted], [])).toEqual([]);
});
