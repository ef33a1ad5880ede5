import { createRoot } from "react-dom/client";
import { LocaleContext } from "../i18n/context.tsx";
import { siteData } from "../page-scripts/document.ts";
import type { EmbedFacts } from "../pages/Embed.tsx";
import { createPanelRegistry, panelModules } from "../panels/registry.ts";
import { startResourceDownload } from "../services/resource-download-window.ts";
import { createLocaleLoader } from "../shell/locale-loader.ts";
import { createEmbedController } from "./controller.ts";
import { EmbedApp } from "./EmbedApp.tsx";
import { EmbedAlone } from "./EmbedAlone.tsx";
import { openEmbedTool } from "./open-tool.ts";
import { createEmbedSession } from "./session.ts";

type BrowserWindow = Window & typeof globalThis;

/** Message files of the frame; its tool has its own in addition. */
const FILES = ["embed", "errors", "panel-kit"];

/** Origins of the pages around the frame, the nearest first; null if the browser hides them. */
const ancestorsOf = ({ location }: BrowserWindow): readonly string[] | null =>
  "ancestorOrigins" in location ? [...(location.ancestorOrigins as DOMStringList)] : null;

/** Whether listed sites contain the frame; also true where the browser does not report it. */
function isEmbedded(window: BrowserWindow, origins: readonly string[]): boolean {
  if (window.parent === window) return false;
  return ancestorsOf(window)?.every((each) => origins.includes(each)) ?? true;
}

/** Starts the tool of a document that another site shows in a frame. */
export async function startEmbed(root: HTMLElement, window: BrowserWindow): Promise<void> {
  const facts = JSON.parse(root.dataset["embed"]!) as EmbedFacts;
  const { tool, origins } = facts;
  const data = siteData();
  const code = data.locale;
  const request: typeof fetch = (input, init) => window.fetch(input, init);
  const { loadMessages, loadLocale, appData } = createLocaleLoader(window, request, data);
  const [locale, messages, { services }] = await Promise.all([
    loadLocale(code),
    loadMessages(code, FILES),
    appData(code),
  ]);
  const languageOf = (name: string) => data.locales.find((each) => each.code === name)!;
  await createPanelRegistry({
    modules: panelModules(),
    fallback: languageOf(data.fallback),
    addMessages: (language, file, tree) => messages.add(language, file, tree),
  }).loadMessages(tool.panel, languageOf(code));

  const view = createRoot(root);
  if (!isEmbedded(window, origins)) {
    view.render(
      <LocaleContext value={locale}>
        <EmbedAlone {...facts} />
      </LocaleContext>,
    );
    return;
  }
  const controller = createEmbedController(openEmbedTool(tool));
  const parentOrigin = ancestorsOf(window)?.[0] ?? null;
  const { parent } = window;
  const session = createEmbedSession(controller, parent, {
    slug: tool.slug,
    origins,
    parentOrigin,
  });
  const download = startResourceDownload(window, services.resources);
  view.render(
    <LocaleContext value={locale}>
      <EmbedApp
        {...facts}
        controller={controller}
        host={parentOrigin === null ? null : new URL(parentOrigin).host}
        onSave={({ file, name }) => void download({ source: file, filename: name })}
        onSend={session.handOver}
      />
    </LocaleContext>,
  );
  window.addEventListener("message", session.receive);
  window.addEventListener("pagehide", session.close);
  new ResizeObserver(() => session.reportHeight(Math.ceil(root.offsetHeight))).observe(root);
  session.announce();
}
