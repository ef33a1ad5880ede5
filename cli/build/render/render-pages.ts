import { type Problem, problem } from "#core/errors/errors.ts";
import type { LocaleInput } from "#core/page/render.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { chunk } from "../shared/chunk.ts";
import { digest } from "../../files/hash.ts";
import { jobOf, singleRoutesOf } from "./jobs.ts";
import type { Texts } from "../load/read-entry.ts";
import { type LocaleMessages, messageValue } from "../load/messages.ts";
import type { Plan, PlannedPage } from "../plan/plan.ts";
import type { RenamedPage, RenameTask } from "./rename-assets.ts";
import { createPageKeys, renamePages } from "./rename-pages.ts";
import { fontsKey } from "./image/font-packages.ts";
import type { ImageSettings, KnownImage } from "./page-image.ts";
import type { BuildContext } from "../state/build-context.ts";
import type { Runs } from "../shared/runs.ts";
import type { OpenTask, RenderedPage, RenderSettings, RenderTask } from "./render.ts";
import type { StoredPage } from "../state/state.ts";
import type { Tree } from "../state/tree.ts";

export interface RenderInput {
  readonly plan: Plan;
  readonly bundle: Bundle;
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  /** Texts read during planning, if stored. */
  readonly texts: ReadonlyMap<string, Texts>;
  readonly tree: Tree;
  readonly shard: { readonly index: number; readonly count: number } | undefined;
}

type RenderPool = Runs<RenderTask, RenderedPage[]> &
  Runs<RenameTask, RenamedPage[]> & { prepare(task: OpenTask): void };

export interface RenderOutput {
  readonly stored: Map<string, StoredPage>;
  readonly messageSets: readonly string[];
  /** Paths of the pages that were rendered. */
  readonly rendered: readonly string[];
  /** Locales with a rendered or removed page. */
  readonly changedLocales: ReadonlySet<string>;
  /** Page files of the previous build that this build no longer has. */
  readonly removed: readonly string[];
  /** Pages whose image lacks graphemes. */
  readonly problems: readonly Problem[];
}

/** Renders the pages whose files, listed pages, code or messages have changed. */
export async function renderPages(
  context: BuildContext<RenderPool>,
  input: RenderInput,
): Promise<RenderOutput> {
  const { root, before, pool, signal, onProgress, thresholds } = context;
  const { plan, bundle, tree } = input;
  const sets = new MessageSets(input.messages, before?.messageSets ?? []);
  const images = imagesOf(root, plan);
  const shared = sharedKeys(plan, bundle, images);
  const problems: Problem[] = [];
  const stored = new Map<string, StoredPage>();
  const stale: PlannedPage[] = [];
  const mine = input.shard
    ? plan.pages.filter((_, at) => at % input.shard!.count === input.shard!.index - 1)
    : plan.pages;
  const keys = createPageKeys(bundle);
  const restOf = (page: PlannedPage): string =>
    page.key + shared.get(`${page.locale} ${page.kind}`)!;
  const renamed: PlannedPage[] = [];
  for (const page of mine) {
    const was = before?.pages.get(page.out);
    const rest = restOf(page);
    if (!was || was[2] !== sets.digestOf(page.locale, was[1])) stale.push(page);
    else if (keys.isSame(was[0], rest, page.kind)) stored.set(page.out, was);
    else (keys.isRenamed(was[0], rest) ? renamed : stale).push(page);
  }
  stale.push(
    ...(await renamePages(
      { before, bundle, tree, pool, thresholds },
      renamed,
      (page, [, ...others]) => {
        stored.set(page.out, [keys.keyOf(restOf(page), page.kind, true), ...others]);
      },
    )),
  );
  // In locale order, so that each thread works in its own folders and on few locales.
  const order = new Map(plan.site.locales.map(({ code }, at) => [code, at]));
  stale.sort((a, b) => order.get(a.locale)! - order.get(b.locale)!);
  const byOut = new Map(stale.map((page) => [page.out, page]));
  const knownImage = ({ out }: PlannedPage): KnownImage | undefined => {
    const was = tree.fresh ? undefined : before?.pages.get(out);
    return was && { key: was[5], bytes: was[6] };
  };
  let done = 0;
  onProgress("render", 0, stale.length);
  if (stale.length > 0) {
    const settings = settingsOf(root, input, images);
    pool.prepare({
      type: "open",
      settings,
      bundle: { folder: bundle.folder, serverDigest: bundle.serverDigest },
    });
    const tasks = chunk(stale, thresholds.pagesATask).map((pages) => ({
      type: "render" as const,
      // Created lazily: all jobs at once would hold the whole site in memory.
      get jobs() {
        signal.throwIfAborted();
        return pages.map((page) => ({
          ...jobOf(plan, page, input.texts),
          image: knownImage(page),
        }));
      },
    }));
    await pool.run(tasks, (results) => {
      for (const {
        out,
        messages,
        written,
        isAsPlanned,
        sizes,
        image,
        isPlain,
        undrawn,
      } of results) {
        const page = byOut.get(out)!;
        if (undrawn.length > 0) problems.push(undrawnOf(page, undrawn));
        const set = sets.indexOf(messages);
        // A file that changed meanwhile may be changed back; the empty key forces rendering next
        // time.
        const key = isAsPlanned ? keys.keyOf(restOf(page), page.kind, isPlain) : "";
        stored.set(out, [key, set, sets.digestOf(page.locale, set), ...sizes, ...image]);
        for (const file of written) tree.touched.add(file);
      }
      done += results.length;
      onProgress("render", done, stale.length);
    });
  }
  const changedLocales = new Set([...stale, ...renamed].map(({ locale }) => locale));
  const removed = [...(before?.pages.keys() ?? [])].filter((out) => !stored.has(out));
  if (removed.length > 0) for (const { code } of plan.site.locales) changedLocales.add(code);
  return {
    stored,
    messageSets: sets.usedBy(stored.values()),
    rendered: stale.map(({ out }) => out),
    changedLocales,
    removed,
    problems,
  };
}

const undrawnOf = ({ entry, translation }: PlannedPage, undrawn: readonly string[]): Problem =>
  problem(
    "IMAGE_SIGNS_MISSING",
    { signs: [...new Set(undrawn)].join("") },
    { file: (translation ?? entry)!.file },
    "warning",
  );

function imagesOf(root: string, plan: Plan): ImageSettings | undefined {
  const { images, fonts } = plan.config.seo;
  return images ? { fonts, key: fontsKey(root, fonts) } : undefined;
}

/** Digest of the shared inputs of a page kind in a locale: code, navigation, site facts. */
function sharedKeys(
  plan: Plan,
  bundle: Bundle,
  images: ImageSettings | undefined,
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [locale, { digest: navigation }] of plan.navigation)
    for (const kind of Object.keys(bundle.code) as (keyof Bundle["code"])[])
      keys.set(`${locale} ${kind}`, digest(`${bundle.code[kind]} ${navigation} ${images?.key}`));
  return keys;
}

/** Unique sets of message keys, with the digest of their texts in a locale. */
class MessageSets {
  readonly list: string[];
  readonly #messages: ReadonlyMap<string, LocaleMessages>;
  readonly #indices = new Map<string, number>();
  readonly #digests = new Map<string, string>();

  constructor(messages: ReadonlyMap<string, LocaleMessages>, list: readonly string[]) {
    this.#messages = messages;
    this.list = [...list];
    list.forEach((set, index) => this.#indices.set(set, index));
  }
  indexOf(set: string): number {
    let index = this.#indices.get(set);
    if (index === undefined) {
      index = this.list.push(set) - 1;
      this.#indices.set(set, index);
    }
    return index;
  }
  /** The list with unused sets blanked, so that the others keep their indices. */
  usedBy(pages: Iterable<StoredPage>): string[] {
    const used = new Set(Array.from(pages, ([, set]) => set));
    const sets = this.list.map((set, index) => (used.has(index) ? set : ""));
    return sets.slice(0, Math.max(-1, ...used) + 1);
  }
  digestOf(locale: string, index: number): string {
    const name = `${locale} ${index}`;
    let found = this.#digests.get(name);
    if (found === undefined) {
      const { merged } = this.#messages.get(locale)!;
      const set = this.list[index] ?? "";
      found =
        set === ""
          ? ""
          : digest(
              set
                .split(" ")
                .map((id) => messageValue(merged, id))
                .join("\n"),
            );
      this.#digests.set(name, found);
    }
    return found;
  }
}

function settingsOf(
  root: string,
  { plan, bundle, messages, tree }: RenderInput,
  images: ImageSettings | undefined,
): RenderSettings {
  const locales: Record<string, Omit<LocaleInput, "onMessage">> = {};
  for (const { code } of plan.site.locales)
    locales[code] = {
      site: plan.site,
      locale: code,
      navigation: plan.navigation.get(code)!.value,
      messages: messages.get(code)!.merged,
      assets: bundle.assets,
    };
  return {
    root,
    tree: tree.folder,
    site: plan.site,
    singleRoutes: singleRoutesOf(plan),
    locales,
    fresh: tree.fresh,
    images,
  };
}
