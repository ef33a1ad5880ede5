import Activity from "lucide-react/icons/activity";
import AudioLines from "lucide-react/icons/audio-lines";
import AudioWaveform from "lucide-react/icons/audio-waveform";
import Blend from "lucide-react/icons/blend";
import Captions from "lucide-react/icons/captions";
import Clapperboard from "lucide-react/icons/clapperboard";
import Download from "lucide-react/icons/download";
import FileDown from "lucide-react/icons/file-down";
import History from "lucide-react/icons/history";
import Languages from "lucide-react/icons/languages";
import MicVocal from "lucide-react/icons/mic-vocal";
import Music from "lucide-react/icons/music";
import Podcast from "lucide-react/icons/podcast";
import Scissors from "lucide-react/icons/scissors";
import Speech from "lucide-react/icons/speech";
import Split from "lucide-react/icons/split";
import WholeWord from "lucide-react/icons/whole-word";
import type { MenuId } from "./menu.ts";

const ICONS = {
  "1": AudioLines,
  "2": Split,
  "3": Music,
  "3-1": Blend,
  "3-2": MicVocal,
  "3-3": Podcast,
  "4": WholeWord,
  "4-1": Languages,
  "4-2": Captions,
  "4-3": Clapperboard,
  "4-4": Scissors,
  "4-5": Activity,
  "4-6": Speech,
  "4-7": AudioWaveform,
  "5": Download,
  "5-2": FileDown,
  "6": History,
} as const satisfies Readonly<Record<MenuId, typeof Activity>>;

/** The icon of an entry, which identifies it in the collapsed menu. */
export function MenuIcon({ id }: { readonly id: MenuId }) {
  const Icon = ICONS[id];
  return <Icon size={20} aria-hidden="true" />;
}
