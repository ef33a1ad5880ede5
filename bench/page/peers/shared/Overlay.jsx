"use client";
import { useEffect, useRef, useState } from "react";

const ENTRIES = Array.from({ length: 17 }, (_, at) => `Tool ${at + 1}`);

const FULL = {
  display: "flex",
  inlineSize: "100%",
  blockSize: "100%",
  maxInlineSize: "none",
  maxBlockSize: "none",
};

/** What the button of the page opens: a full screen with a menu at the side and the place of a tool. */
export function Overlay() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = (event) => {
      if (event.target.closest("[data-open], [data-zone-open]")) setOpen(true);
    };
    document.addEventListener("click", show);
    return () => document.removeEventListener("click", show);
  }, []);
  return open ? <Workspace onClose={() => setOpen(false)} /> : null;
}

function Workspace({ onClose }) {
  const [tool, setTool] = useState(0);
  const [file, setFile] = useState(null);
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  return (
    <dialog ref={dialog} style={FULL} aria-labelledby="overlay-title" onClose={onClose}>
      <nav aria-label="Tools">
        <ul>
          {ENTRIES.map((name, at) => (
            <li key={name}>
              <button type="button" aria-pressed={at === tool} onClick={() => setTool(at)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <section>
        <h2 id="overlay-title">{ENTRIES[tool]}</h2>
        <label>
          File
          <input type="file" onChange={(event) => setFile(event.target.files[0]?.name ?? null)} />
        </label>
        <p>{file ?? "No file yet"}</p>
        <button type="button" disabled={file === null}>
          Start
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </section>
    </dialog>
  );
}
