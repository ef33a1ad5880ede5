/** Styles of the side panel, isolated from the page's styles. */
export const PANEL_STYLE = `
:host { all: initial; }
* { box-sizing: border-box; }
.open, aside { position: fixed; z-index: 2147483000; inset-inline-end: 1rem; inset-block-end: 1rem; color-scheme: dark; font: 14px/1.5 system-ui, sans-serif; color: #f3efe6; }
button { font: inherit; color: inherit; cursor: pointer; border: 1px solid #5b554b; border-radius: 999px; background: #1d1b18; padding: .375rem .875rem; min-block-size: 2rem; }
button:focus-visible, a:focus-visible, aside:focus-visible { outline: 3px solid #ffb454; outline-offset: 2px; }
.open { display: flex; gap: .5rem; align-items: center; box-shadow: 0 4px 16px rgb(0 0 0 / 30%); }
.badge { border-radius: 999px; padding: 0 .5rem; background: #ffcb7d; color: #1d1b18; font-weight: 600; }
.draft { background: #c9b6ff; }
aside { inline-size: min(26rem, calc(100vw - 2rem)); max-block-size: calc(100vh - 2rem); overflow: auto; background: #1d1b18; border: 1px solid #3a362f; border-radius: 12px; box-shadow: 0 12px 40px rgb(0 0 0 / 45%); padding: 1rem 1.25rem 1.25rem; }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
h1 { margin: 0; font-size: 1rem; }
h2 { margin: 1.25rem 0 .5rem; font-size: .75rem; font-weight: 600; letter-spacing: .04em; color: #b9b1a2; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.place { color: inherit; }
code { font: 12px/1.5 ui-monospace, monospace; color: #ffcb7d; overflow-wrap: anywhere; }
.search, .card { background: #fff; color: #202124; border-radius: 8px; padding: .75rem 1rem; }
.search .address { font-size: 12px; color: #4d5156; }
.search .title { font-size: 18px; line-height: 1.3; color: #1a0dab; }
.search .text { font-size: 13px; color: #4d5156; }
.card { padding: 0; overflow: hidden; }
.card img { display: block; inline-size: 100%; block-size: auto; aspect-ratio: 1200 / 630; background: #ddd; }
.card div { padding: .5rem 1rem .75rem; }
.card .title { font-weight: 600; }
.card .text { font-size: 13px; color: #4d5156; }
ul { list-style: none; margin: 0; padding: 0; }
.locales li { display: grid; grid-template-columns: 1.25rem auto 1fr; gap: .5rem; padding: .125rem 0; }
.locales .sections { color: #b9b1a2; font-size: 12px; align-self: center; overflow-wrap: anywhere; }
.fresh { color: #9ad98b; } .stale { color: #ffcb7d; } .missing { color: #ff9d8f; }
.findings li { padding: .375rem 0; border-block-start: 1px solid #3a362f; }
`;
