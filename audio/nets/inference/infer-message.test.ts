import { describe, expect, it } from "vitest";
import { bytesOf, textOf } from "#tests/growth/bytes.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { readInferRequest, readInferResponse, writeInferRequest } from "./infer-message.ts";
import { readModelMetadata } from "./model-metadata.ts";
import { decodeTensor, encodeTensor } from "./tensor-data.ts";

const decode = (body: Uint8Array, length: number): string =>
  new TextDecoder().decode(body.subarray(0, length));

describe("messages of the Open Inference Protocol", () => {
  it("JOB-7 a request has the published form: a JSON object, and then the bytes of its tensors", () => {
    const { body, headerBytes } = writeInferRequest(
      {
        a: { data: Float32Array.of(1, -2), dims: [1, 2] },
        b: { data: BigInt64Array.of(-1n), dims: [1] },
        c: { data: Uint8Array.of(1, 0, 1), dims: [3] },
      },
      ["x", "y"],
    );
    const sized = (bytes: number) => ({ parameters: { binary_data_size: bytes } });
    expect(JSON.parse(decode(body, headerBytes))).toEqual({
      inputs: [
        { name: "a", shape: [1, 2], datatype: "FP32", ...sized(8) },
        { name: "b", shape: [1], datatype: "INT64", ...sized(8) },
        { name: "c", shape: [3], datatype: "BOOL", ...sized(3) },
      ],
      outputs: [
        { name: "x", parameters: { binary_data: true } },
        { name: "y", parameters: { binary_data: true } },
      ],
    });
    expect([...body.subarray(headerBytes)]).toEqual([
      // 1 and −2
      0, 0, 128, 63, 0, 0, 0, 192,
      // −1
      255, 255, 255, 255, 255, 255, 255, 255,
      // true, false, true
      1, 0, 1,
    ]);
    const { inputs, outputs } = readInferRequest(body, headerBytes);
    expect(outputs).toEqual(["x", "y"]);
    expect(inputs.map(({ bytes, ...one }) => decodeTensor(bytes, one))).toEqual([
      Float32Array.of(1, -2),
      BigInt64Array.of(-1n),
      Uint8Array.of(1, 0, 1),
    ]);
  });

  it("JOB-7 BYTES are byte strings with their lengths, and nothing else is", () => {
    const data = [Uint8Array.of(82, 73, 70, 70), new Uint8Array(0)];
    const bytes = encodeTensor(data);
    expect([...bytes]).toEqual([4, 0, 0, 0, 82, 73, 70, 70, 0, 0, 0, 0]);
    const tensor = { name: "wav", datatype: "BYTES", shape: [2] } as const;
    expect(decodeTensor(bytes, tensor)).toEqual(data);
    expect(decodeTensor(bytes, { ...tensor, shape: [1] })).toBeNull();
    expect(decodeTensor(bytes, { ...tensor, shape: [3] })).toBeNull();
    expect(decodeTensor(bytes.subarray(0, 6), tensor)).toBeNull();
    expect(decodeTensor(Uint8Array.of(255, 255, 255, 255), { ...tensor, shape: [1] })).toBeNull();
  });

  it("JOB-7 a position that is not aligned does not matter", () => {
    const bytes = Uint8Array.of(9, 0, 0, 128, 63, 7, 0, 0, 0).subarray(1);
    const tensor = { name: "a", shape: [1] };
    expect(decodeTensor(bytes.subarray(0, 4), { ...tensor, datatype: "FP32" })).toEqual(
      Float32Array.of(1),
    );
    expect(decodeTensor(bytes.subarray(4), { ...tensor, datatype: "INT32" })).toEqual(
      Int32Array.of(7),
    );
  });

  const answer = (json: unknown, ...data: readonly number[]) => {
    const header = new TextEncoder().encode(JSON.stringify(json));
    return [Uint8Array.from([...header, ...data]), header.length] as const;
  };
  const output = { name: "a", shape: [1], datatype: "INT32", parameters: { binary_data_size: 4 } };
  it("JOB-7 an answer that does not follow the protocol is refused", () => {
    const read = (...given: ReturnType<typeof answer>) => readInferResponse(...given);
    expect(read(...answer({ outputs: [output] }, 1, 0, 0, 0))[0]).toMatchObject({ name: "a" });
    const [body, length] = answer({ outputs: [output] }, 1, 0, 0, 0);
    for (const wrong of [-1, 0.5, Number.NaN, length - 1, length + 1, body.length, 1e9])
      expect(() => readInferResponse(body, wrong)).toThrow(/JSON object/);
    for (const outputs of [
      [],
      null,
      [{ ...output, shape: [-1] }],
      [{ ...output, datatype: "FP8" }],
      [{ ...output, parameters: { binary_data_size: -4 } }],
    ])
      expect(() => read(...answer({ outputs }, 1, 0, 0, 0))).toThrow(/binary tensor data/);
    expect(() =>
      read(...answer({ outputs: [{ ...output, shape: [2 ** 40] }] }, 1, 0, 0, 0)),
    ).toThrow(/is not INT32/);
    expect(() => read(...answer({ outputs: [output] }, 1, 0, 0))).toThrow(/3 bytes/);
    expect(() => read(...answer({ outputs: [output] }, 1, 0, 0, 0, 9))).toThrow(/no tensor/);
  });

  const [whole, headerBytes] = answer({ outputs: [output] }, 1, 0, 0, 0);
  const request = writeInferRequest({ a: { data: Int32Array.of(1), dims: [1] } }, ["b"]);
  const metadata =
    '{"name":"a","inputs":[{"name":"b","datatype":"FP32","shape":[-1,2]}],"outputs":[]}';
  it.each<[string, (text: string) => unknown, string[], string[]]>([
    [
      "readInferResponse",
      (text) => readInferResponse(bytesOf(text), Math.min(text.length, headerBytes)),
      [textOf(whole)],
      ['{"outputs":[', '{"name":"', "[1,"],
    ],
    [
      "readInferRequest",
      (text) => readInferRequest(bytesOf(text), Math.min(text.length, request.headerBytes)),
      [textOf(request.body)],
      ['{"inputs":[', '{"name":"', "[1,"],
    ],
    [
      "decodeTensor",
      (text) => decodeTensor(bytesOf(text), { name: "a", datatype: "BYTES", shape: [text.length] }),
      [],
      ["\0\0\0\0", "\x01\0\0\0a"],
    ],
    ["readModelMetadata", readModelMetadata, [metadata], ["[", '{"name":"', '"shape":[1,']],
  ])(
    "JOB-7 %s takes linear time",
    async (_, reader, samples, tokens) => {
      await expectLinearTime(reader, { samples, tokens });
    },
    240_000,
  );
});
