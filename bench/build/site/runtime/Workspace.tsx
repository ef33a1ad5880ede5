import { useEffect, useRef, useState } from "react";
import type { WorkspaceText } from "./layout.ts";

const round = "rounded-full border border-slate-300 px-5 py-2 font-medium disabled:opacity-50";

/** The one part that the browser hydrates. */
export function Workspace({ text }: { readonly text: WorkspaceText }) {
  const [file, setFile] = useState<File | null>(null);
  const [playing, setPlaying] = useState(false);
  const [percent, setPercent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setPercent((value) => (value >= 100 ? 0 : value + 1)), 100);
    return () => clearInterval(timer);
  }, [playing]);
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setPlaying(false);
    setPercent(0);
  };
  return (
    <div
      className="rounded-2xl border border-dashed border-slate-300 bg-slate-50 p-8 text-center shadow-sm dark:border-slate-700 dark:bg-slate-900"
      data-workspace={file ? "ready" : "empty"}
    >
      <input
        ref={input}
        type="file"
        accept="video/*,audio/*,image/*"
        aria-label={text.pick}
        className="sr-only"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
      />
      <button
        type="button"
        className="inline-flex items-center gap-2 rounded-full bg-indigo-600 px-6 py-3 font-semibold text-white hover:bg-indigo-700 focus:outline-none focus:ring-4"
        onClick={() => input.current?.click()}
      >
        {text.pick}
      </button>
      <p className="mt-3 text-sm text-slate-500 dark:text-slate-400">
        {file ? file.name : text.none}
      </p>
      <div className="mt-6 flex items-center justify-center gap-4">
        <button
          type="button"
          className={round}
          disabled={!file}
          aria-pressed={playing}
          onClick={() => setPlaying(!playing)}
        >
          {playing ? text.pause : text.play}
        </button>
        <button type="button" className={round} disabled={!file} onClick={() => choose(null)}>
          {text.reset}
        </button>
        <progress className="h-2 w-64 rounded" max="100" value={percent} />
      </div>
      <p className="mt-4 text-xs text-slate-400">{text.hint}</p>
    </div>
  );
}
