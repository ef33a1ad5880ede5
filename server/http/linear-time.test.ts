import { describe, it } from "vitest";
import { bytesOf } from "#tests/growth/bytes.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { parseAddress } from "../accounts/address.ts";
import { requireAddress } from "../accounts/send-code.ts";
import { checkStructure } from "./check-structure.ts";
import { plainWav } from "../hosted/plain-wav.ts";
import { decodeText } from "./body.ts";
import { compileStructure } from "./structure.ts";

const STRUCTURE = compileStructure({
  type: "object",
  properties: {
    event: { type: "string", maxLength: 1e8 },
    values: { type: "array", items: { type: "number" }, maxItems: 1e8 },
  },
  required: ["event"],
  additionalProperties: false,
});

describe("what a request holds is read in time in proportion to its length:", () => {
  const timeout = 300_000;
  const addresses = {
    samples: ["ada.b@mail.example.org", "+49 30 123456"],
    tokens: ["a.", "@", "-"],
  };

  it("API-15 its structure", { timeout }, () =>
    expectLinearTime((text) => checkStructure(text, STRUCTURE), {
      samples: ['{"event": "b\\u0041", "values": [1.5e3, 2]}'],
      tokens: ['{"a":', "[", '"\\', "1e"],
    }),
  );
  it("API-15 its bytes as a text", { timeout }, () =>
    expectLinearTime((text) => decodeText(bytesOf(text)), { tokens: ["\xc3\xa9", "\xc3"] }),
  );
  it("TLS-8 a sound in it", { timeout }, () =>
    expectLinearTime((text) => plainWav(bytesOf(text)), {
      tokens: ["LIST\0\0\0\0", "data\0\0\0\0"],
      frames: [["RIFF\0\0\0\0WAVE", ""]],
    }),
  );
  it("API-1 an address", { timeout }, () => expectLinearTime(parseAddress, addresses));
  it("API-1 an address that is needed", { timeout }, () =>
    expectLinearTime(requireAddress, addresses),
  );
});
