import { useStore } from "zustand";
import { DOWNLOAD_TARGETS, defaultTarget } from "../../panel-kit/fetch/download-target.ts";
import { readStoredMedia } from "../../panel-kit/media-store/media-store.ts";
import type { Json } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Options } from "./Options.tsx";

const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The stored choice of format, and the text of the link field. */
export function useOptions(workspace: WorkspaceStore, preset: string) {
  const stored = useStore(workspace, (state) => state.settings["download"]);
  const options: Options = {
    wanted:
      DOWNLOAD_TARGETS.find((one) => one === stored?.[`wanted.${preset}`]) ?? defaultTarget(preset),
    height: Number(stored?.["height"] ?? 0),
    bitrate: Number(stored?.[`bitrate.${preset}`] ?? 0),
    artist: textIn(stored?.["artist"]),
    album: textIn(stored?.["album"]),
    cover: stored?.["cover"] !== false,
    image: readStoredMedia(stored?.["image"]),
  };
  const change = ({ wanted, bitrate, ...others }: Partial<Options>): void =>
    workspace.set("download", {
      ...others,
      // The default depends on the format.
      ...(wanted !== undefined && { [`wanted.${preset}`]: wanted, [`bitrate.${preset}`]: 0 }),
      ...(bitrate !== undefined && { [`bitrate.${preset}`]: bitrate }),
    });
  return { options, text: textIn(stored?.["links"]), change };
}
