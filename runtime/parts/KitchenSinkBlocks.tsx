import type { ReactNode } from "react";
import { Disclosure, Features, Table, ToolList } from "../ui/Blocks.tsx";
import { type ZoneState, DropZone } from "../ui/DropZone.tsx";
import { type FigureKind, figureOf } from "#core/figures/sound-figure.ts";
import { ToneKey, Waveform } from "../ui/figures/Waveform.tsx";
import { ArcEntry, ArcNotice } from "../ui/arc/ArcNotice.tsx";
import { type ArcState, StateArc } from "../ui/arc/StateArc.tsx";
import { Button } from "../ui/Button.tsx";
import { GroupGlyph } from "../ui/figures/GroupGlyph.tsx";
import { ToolGlyph } from "../ui/figures/ToolGlyph.tsx";
import { SAMPLES as S } from "./samples.ts";

type Group = (props: { readonly title: string; readonly children: ReactNode }) => ReactNode;

const ZONES: readonly ZoneState[] = [
  { state: "idle", input: "file" },
  { state: "idle", input: "text" },
  { state: "idle", input: "link" },
  { state: "idle", input: "settings" },
  { state: "building", input: "file", ready: [] },
];

export function ZoneSamples({ Group, theme }: { readonly Group: Group; readonly theme: string }) {
  return (
    <Group title={S.sections.zones}>
      {ZONES.map((zone, index) => (
        <DropZone key={index} id={`${theme}-zone-${index}`} {...zone} />
      ))}
    </Group>
  );
}

const STATES: readonly (readonly [state: ArcState, share: number])[] = [
  ["opening", 1],
  ["done", 1],
  ["partly", 0.5],
  ["failed", 1],
  ["offline", 1],
  ["short", 0.25],
];

/** The arc in all states, small beside a text and around one. */
export function ArcSamples({ Group }: { readonly Group: Group }) {
  return (
    <Group title={S.sections.arcs}>
      {STATES.map(([state, share]) => (
        <div key={state}>
          <StateArc state={state} share={share} />
          <StateArc state={state} share={share} size={20} />
        </div>
      ))}
      {(["failed", "partly", "offline"] as const).map((state) => (
        <ArcNotice key={state} state={state} share={state === "partly" ? 0.5 : 0}>
          <ArcEntry title={S.file} actions={<Button small>{S.buttons.primary}</Button>}>
            {S.error}
          </ArcEntry>
        </ArcNotice>
      ))}
    </Group>
  );
}

const GROUPS = ["clean", "split", "create", "ai", "edit", "download"] as const;

/** The glyphs of the groups, and of a tool in both sizes. */
export function GlyphSamples({ Group }: { readonly Group: Group }) {
  const tool = { panel: "enhance", preset: "enhance" };
  return (
    <Group title={S.sections.glyphs}>
      {GROUPS.map((group) => (
        <GroupGlyph key={group} group={group} />
      ))}
      <ToolGlyph tool={tool} />
      <ToolGlyph tool={tool} size="large" />
    </Group>
  );
}

const KINDS: readonly FigureKind[] = [
  "noise",
  "gaps",
  "shorten",
  "tail",
  "stems",
  "without",
  "merge",
  "speak",
  "write",
  "select",
  "louder",
  "reshape",
  "same",
];

export function BlockSamples({ Group }: { readonly Group: Group }) {
  const tool = { ...S.tool, available: true };
  return (
    <>
      <Group title={S.sections.waves}>
        {KINDS.map((kind) => (
          <div key={kind}>
            <p>{kind}</p>
            <Waveform strokes={figureOf(kind, kind).before} />
            <Waveform strokes={figureOf(kind, kind).after} />
          </div>
        ))}
        <ToneKey tones={["original", "kept", "removed", "selected"]} />
      </Group>
      <Group title={S.sections.blocks}>
        <Disclosure summary={S.question}>
          <p>{S.answer}</p>
        </Disclosure>
        <Features
          items={[
            { title: S.notice, text: S.answer },
            { title: S.question, text: S.error },
          ]}
        />
        <ToolList tools={[tool, { ...tool, slug: "other", available: false }]} />
        <Table caption={S.table.caption} head={S.table.head} rows={S.table.rows} />
      </Group>
      <Group title={S.sections.long}>
        <h2 lang="de">{S.long}</h2>
        <p lang="de">{S.long}</p>
      </Group>
    </>
  );
}
