import { useStore } from "zustand";
import type { Input } from "../../../panel-kit/input/use-input.ts";
import type { FilesStore, TrayFile } from "../../../workspace/contract/file.ts";

const isUsable = ({ state, problem, kind }: TrayFile): boolean =>
  state !== "missing" && problem === null && kind !== "other";

/**
 * The songs of a mashup: the files that are selected, or, where that is one alone, it and the last one
 * that was added before. A file that is added is selected in place of the others, and a mashup needs two.
 */
export function useSongs(store: FilesStore, input: Input): readonly TrayFile[] {
  const all = useStore(store, (state) => state.files);
  return songsOf(all, input.files);
}

export function songsOf(
  all: readonly TrayFile[],
  selected: readonly TrayFile[],
): readonly TrayFile[] {
  const [only, ...more] = selected;
  if (!only || more.length > 0) return selected;
  const others = all.filter((file) => file.id !== only.id && isUsable(file));
  const last = others.toSorted((a, b) => a.added - b.added).at(-1);
  return last ? [only, last].toSorted((a, b) => a.added - b.added) : selected;
}
