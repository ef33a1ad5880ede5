import { expect, it } from "vitest";
import { FaultError } from "../../contract/fault.ts";
import type { JobEngine } from "../../contract/job-engine.ts";
import { openEarlierVocals } from "./earlier-vocals.ts";

const open = (vocals: string | undefined, engine: Pick<JobEngine, "isPaidByTask">) =>
  openEarlierVocals({
    params: vocals === undefined ? {} : { vocals },
    engine: engine as JobEngine,
    async result(id) {
      if (id === "missing") throw new FaultError("file.missing");
      return new File([id], "vocals.flac");
    },
  });

it("JOB-6 a cover whose earlier vocals are missing separates nothing on the servers that its price left out", async () => {
  const servers = { isPaidByTask: true } as const;
  await expect(open("missing", servers)).rejects.toMatchObject({
    fault: { code: "panel-cover:vocalsMissing" },
  });
  // On the device the job has one price, whatever it does.
  expect(await open("missing", {})).toBeNull();
  for (const engine of [servers, {}]) {
    expect(await open(undefined, engine)).toBeNull();
    expect(await (await open("there", engine))!.text()).toBe("there");
  }
});
