import { useEffect } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useT } from "../../i18n/context.tsx";
import { FileProblems } from "../../panel-kit/input/FileProblems.tsx";
import { NoSound } from "../../panel-kit/input/NoSound.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { PanelLayout } from "../../panel-kit/layout/PanelLayout.tsx";
import { RatingRequest } from "../../panel-kit/rating/RatingRequest.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import type { FilesInput, TextInput } from "../../panel-kit/start/start-plan.ts";
import { useRuns } from "../../panel-kit/start/use-runs.ts";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";
import { type SteadyJob, isActive } from "../../contract/job.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { FileCard } from "./links/FileCard.tsx";
import { LinkCard } from "./links/LinkCard.tsx";
import links from "./links/links.module.css";
import { LinksField } from "./links/LinksField.tsx";
import { isLinkFile } from "./links/read-links.ts";
import { type Edits, useEdits } from "./links/use-edits.ts";
import { type LinkItem, useLinks } from "./links/use-links.ts";
import { OptionFields } from "./Options.tsx";
import { RunList } from "./queue/RunList.tsx";
import { RunsInBar } from "./queue/RunsInBar.tsx";
import { useOptions } from "./use-options.ts";

type Input = FilesInput | TextInput;

/** Jobs for a link: one, or one for each picked entry. */
const inputsOf = ({ url, found, picked }: LinkItem, edits: Edits): readonly Input[] => {
  if (!found) return [];
  const { title, duration, entries } = found;
  const edit = edits[url];
  if (entries.length === 0) {
    const params = { title: edit?.title || title, chapters: edit?.chapters ?? null };
    return [{ text: url, name: title, duration, params }];
  }
  return entries
    .filter((entry) => picked.has(entry.url))
    .map((entry) => ({
      text: entry.url,
      name: entry.title || entry.url,
      duration: entry.duration,
      params: { title: entry.title },
    }));
};

/** The job for a file in the tray. */
const inputOf = ({ id, name, duration }: TrayFile, edits: Edits): Input => ({
  fileIds: [id],
  name,
  duration,
  params: { title: edits[id]?.title ?? "", chapters: edits[id]?.chapters ?? null },
});

/** Whether a job has an input. */
const isOf = (input: Input, { text, fileIds }: SteadyJob): boolean =>
  "text" in input ? input.text === text : input.fileIds[0] === fileIds[0];

/** Whether a job has an input, and the parameters that it would have now. */
const isSame = (input: Input, job: SteadyJob, options: JsonObject): boolean =>
  isOf(input, job) &&
  JSON.stringify({ ...options, ...input.params }) === JSON.stringify(job.params);

/** Heights of the available videos, the highest first. */
const heightsOf = (items: readonly LinkItem[]): readonly number[] => {
  const found = items.flatMap(
    ({ found: media }) => media?.formats.map(({ height }) => height) ?? [],
  );
  return [...new Set(found.filter((lines) => lines !== null))].sort((one, two) => two - one);
};

/** Downloads media from links, and converts files in the tray. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const { links: service } = useWorkspace();
  const input = useInput(files);
  const list = useLinks();
  const { edits } = useEdits();
  const { all } = useRuns(jobs, { panel: "download", preset }, []);
  const { options, text, change } = useOptions(workspace, preset);
  useEffect(() => sharedEngine().warm(), []);
  const fromLinks = service.enabled ? list.items.flatMap((item) => inputsOf(item, edits)) : [];
  const own = input.files.map((file) => inputOf(file, edits));
  const { yes: textFiles = [], no: others = [] } = Object.groupBy(input.broken, (file) =>
    isLinkFile(file) ? "yes" : "no",
  );
  const params = { ...options, title: "", chapters: null } as unknown as JsonObject;
  const inputs = [...fromLinks, ...own];
  const idle = inputs.filter((one) => !all.some((job) => isActive(job) && isOf(one, job)));
  const isNew = (one: Input): boolean => !all.some((job) => isSame(one, job, params));
  const offered = idle.some(isNew) ? idle.filter(isNew) : idle;
  const canStart = all.length === 0 || idle.some(isNew);
  return (
    <PanelLayout
      settings={
        <>
          <OptionFields
            preset={preset}
            value={options}
            hasLinks={service.enabled}
            heights={heightsOf(list.items)}
            onChange={change}
          />
          {(canStart || offered.length > 0) && (
            <JobStart
              tool={tool}
              jobs={jobs}
              input={offered}
              run={{ panel: "download", preset, params }}
              action={t(fromLinks.length > 0 ? "panel-kit:download" : "panel-download:convert")}
              counts
              isLocal={fromLinks.length === 0}
              note={fromLinks.length > 0 ? t("panel-download:path") : null}
              again={!canStart}
            />
          )}
          <RunsInBar all={all} canStart={canStart} />
        </>
      }
    >
      {!service.enabled && (
        <Notice weight="attention" title={t("panel-download:off.title")}>
          <p>{t("panel-download:off.text")}</p>
        </Notice>
      )}
      {service.enabled && (
        <>
          <LinksField
            files={textFiles}
            isMain={inputs.length === 0 && all.length === 0}
            text={text}
            onText={(text) => workspace.set("download", { links: text })}
            onLinks={list.add}
          />
          {list.items.length > 0 && (
            <ul className={links["cards"]} aria-live="polite">
              {list.items.map((item) => (
                <LinkCard
                  key={item.url}
                  item={item}
                  list={list}
                  target={options.wanted}
                  height={options.height}
                />
              ))}
            </ul>
          )}
        </>
      )}
      <FileProblems files={service.enabled ? others : input.broken} />
      {input.files.length > 0 ? (
        <ul className={links["cards"]} aria-label={t("panel-download:own")}>
          {input.files.map((file) => (
            <FileCard
              key={file.id}
              file={file}
              isAlone={input.files.length === 1 && list.items.length === 0}
            />
          ))}
        </ul>
      ) : (
        list.items.length === 0 && <NoSound isMain={!service.enabled} />
      )}
      <RunList all={all} />
      <RatingRequest jobs={all} />
    </PanelLayout>
  );
}
