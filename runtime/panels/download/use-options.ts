import { useStore } from "zustand";
import { DOWNLOAD_TARGETS, defaultTarget } from "../../panel-kit/fetch/download-target.ts";
import { readStoredMedia } from "../../panel-kit/media-store/media-store.ts";
import type { Json } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Options } from "./Options.tsx";

const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The stored choice of format, and the text of the link field. */
export function useOptions(workspace: WorkspaceStore, preset: string) {
  const kept = useStore(workspace, (state) => state.settings["download"]);
  const options: Options = {
    wanted:
      DOWNLOAD_TARGETS.find((one) => one === kept?.[`wanted.${preset}`]) ?? defaultTarget(preset),
    height: Number(kept?.["height"] ?? 0),
    bitrate: Number(kept?.[`bitrate.${preset}`] ?? 0),
    artist: textIn(kept?.["artist"]),
    album: textIn(kept?.["album"]),
    cover: kept?.["cover"] !== false,
    image: readStoredMedia(kept?.["image"]),
  };
  const change = ({ wanted, bitrate, ...others }: Partial<Options>): void =>
    workspace.set("download", {
      ...others,
      // The default depends on the format.
      ...(wanted !== undefined && { [`wanted.${preset}`]: wanted, [`bitrate.${preset}`]: 0 }),
      ...(bitrate !== undefined && { [`bitrate.${preset}`]: bitrate }),
    });
  return { options, text: textIn(kept?.["links"]), change };
}
