import type { ReactNode } from "react";
import { Disclosure, Features, Table, ToolList } from "../ui/Blocks.tsx";
import { DropZone } from "../ui/DropZone.tsx";
import type { FigureKind } from "../ui/sound-figure.ts";
import { figureOf } from "../ui/sound-figure.ts";
import { ToneKey, Waveform } from "../ui/Waveform.tsx";
import { SAMPLES as S } from "./samples.ts";

type Group = (props: { readonly title: string; readonly children: ReactNode }) => ReactNode;

export function ZoneSamples({ Group }: { readonly Group: Group }) {
  return (
    <Group title={S.sections.zones}>
      <DropZone state="idle" input="file" />
      <DropZone state="over" input="file" />
      <DropZone state="idle" input="text" />
      <DropZone state="idle" input="link" />
      <DropZone state="idle" input="settings" />
      <DropZone state="building" input="file" ready={[]} />
      <DropZone state="loading" name={S.file} />
      <DropZone state="working" value={0.42} left={S.left} />
      <DropZone state="done" />
      <DropZone state="partly" done={47} total={50} />
      <DropZone state="error" message={S.error} />
      <DropZone state="offline" />
      <DropZone state="credits" needed={12} available={3} pricing="#pricing" />
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
