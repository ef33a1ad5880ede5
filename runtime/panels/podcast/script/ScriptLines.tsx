import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Plus from "lucide-react/icons/plus";
import TextSearch from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { useRef } from "react";
import type { ScriptLine } from "#audio/podcast/script/script.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { TextArea } from "#runtime/ui/field/Field.tsx";
import { LINE_EDITS, MAX_LINE, MAX_LINES } from "../setup/setup.ts";
import css from "./script.module.css";
import type { LinePlayer } from "./use-line-player.ts";

/** The script by lines, to play, edit, move, or assign to the other host. */
export function ScriptLines({
  lines,
  names,
  player,
  onChange,
  onSource,
}: {
  readonly lines: readonly ScriptLine[];
  /** Names of both hosts. */
  readonly names: readonly [string, string];
  readonly player: LinePlayer;
  readonly onChange: (lines: readonly ScriptLine[]) => void;
  /** Shows a sentence of the source. */
  readonly onSource: (sentence: number) => void;
}) {
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  const move = (at: number, by: 1 | -1): void => {
    onChange(LINE_EDITS.move(lines, at, by));
    // The focus moves with the line.
    requestAnimationFrame(() =>
      list.current?.children[at + by]
        ?.querySelector<HTMLElement>(`[data-move="${by}"]:enabled, [data-move]:enabled`)
        ?.focus(),
    );
  };
  return (
    <ol ref={list} className={css["lines"]}>
      {lines.map(({ id, host, text, chapter }, at) => (
        <li key={id} className={css["line"]} data-host={host}>
          {chapter !== null && <h2 className={css["chapter"]}>{chapter}</h2>}
          <LineTools
            line={lines[at]!}
            at={at}
            lines={lines}
            names={names}
            player={player}
            onChange={onChange}
            onMove={move}
            onSource={onSource}
          />
          <TextArea
            label={t("panel-podcast:line.text", { number: at + 1, name: names[host] })}
            limit={MAX_LINE}
            rows={2}
            dir="auto"
            value={text}
            onChange={({ target }) =>
              onChange(LINE_EDITS.change(lines, at, { text: target.value }))
            }
          />
        </li>
      ))}
    </ol>
  );
}

/** Actions on a line. */
function LineTools({
  line: { id, host, text, source },
  at,
  lines,
  names,
  player,
  onChange,
  onMove,
  onSource,
}: Parameters<typeof ScriptLines>[0] & {
  readonly line: ScriptLine;
  readonly at: number;
  readonly onMove: (at: number, by: 1 | -1) => void;
}) {
  const t = useT();
  return (
    <div className={css["tools"]}>
      <Button
        small
        look="quiet"
        icon={<ArrowLeftRight />}
        aria-label={t("panel-podcast:line.host", { number: at + 1, name: names[host] })}
        title={t("panel-podcast:line.give", { name: names[host === 0 ? 1 : 0] })}
        onClick={() => onChange(LINE_EDITS.change(lines, at, { host: host === 0 ? 1 : 0 }))}
      >
        {names[host]}
      </Button>
      <IconButton
        label={t(player.playing === id ? "panel-podcast:line.stop" : "panel-podcast:line.play", {
          number: at + 1,
        })}
        disabled={text.trim() === ""}
        onClick={() => player.toggle(id, text, host)}
      >
        {player.playing === id ? <Pause /> : <Play />}
      </IconButton>
      {source !== null && (
        <IconButton
          label={t("panel-podcast:line.source", { number: at + 1 })}
          onClick={() => onSource(source)}
        >
          <TextSearch />
        </IconButton>
      )}
      <IconButton
        label={t("panel-podcast:line.up", { number: at + 1 })}
        data-move="-1"
        disabled={at === 0}
        onClick={() => onMove(at, -1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={t("panel-podcast:line.down", { number: at + 1 })}
        data-move="1"
        disabled={at === lines.length - 1}
        onClick={() => onMove(at, 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        label={t("panel-podcast:line.add", { number: at + 1 })}
        disabled={lines.length >= MAX_LINES}
        onClick={() => onChange(LINE_EDITS.add(lines, at))}
      >
        <Plus />
      </IconButton>
      <IconButton
        label={t("panel-podcast:line.remove", { number: at + 1 })}
        onClick={() => onChange(LINE_EDITS.remove(lines, at))}
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}
