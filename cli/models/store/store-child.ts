// A process that fetches the first file of its store, for tests that kill it.
import { createModelStore, type ModelStoreOptions } from "./model-store.ts";

type Given = Pick<ModelStoreOptions, "models" | "hub" | "folder">;
const given = JSON.parse(process.argv[2]!) as Given;
const store = createModelStore({
  ...given,
  limit: 1e9,
  env: process.env,
  fetch: (url, init) => fetch(url, init),
  signal: new AbortController().signal,
  now: Date.now,
});
const file = given.models[0]!.files[0]!;
const opened = await store.open(file.path);
for await (const _ of opened!.read(0, file.bytes));
