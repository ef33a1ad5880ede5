import type { ReactNode } from "react";
import { Disclosure, Features, Table, ToolList } from "../ui/Blocks.tsx";
import { type ZoneState, DropZone } from "../ui/DropZone.tsx";
import { type FigureKind, figureOf } from "#core/figures/sound-figure.ts";
import { ToneKey, Waveform } from "../ui/figures/Waveform.tsx";
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
