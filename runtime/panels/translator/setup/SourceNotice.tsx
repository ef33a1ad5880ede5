import { useT } from "#runtime/i18n/context.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import type { SourceProblem } from "./use-source.ts";

/** Why a transcript could not be used, or what was left out. */
export function SourceNotice({ problem }: { readonly problem: SourceProblem | null }) {
  const t = useT();
  if (!problem) return null;
  const { kind } = problem;
  return (
    <Notice weight={kind === "left" || kind === "unlike" ? "attention" : "bad"}>
      {t(`panel-translator:source.${kind}`, kind === "left" ? { count: problem.count } : {})}
    </Notice>
  );
}
