import type { PageKind } from "#core/page/page.ts";
import type { PageComponent } from "../router/state.ts";

const account = () => import("../pages/Account.tsx").then(({ Account }) => Account);

/** The component of each page kind, loaded with the first page of the kind (NAV-5). */
const LOADERS: Readonly<Record<PageKind, (() => Promise<PageComponent>) | null>> = {
  tool: () => import("../pages/Tool.tsx").then(({ Tool }) => Tool),
  home: () => import("../pages/Home.tsx").then(({ Home }) => Home),
  pricing: () => import("../pages/Pricing.tsx").then(({ Pricing }) => Pricing),
  voice: () => import("../pages/Voice.tsx").then(({ Voice }) => Voice),
  policy: () => import("../pages/Policy.tsx").then(({ Policy }) => Policy),
  subscription: account,
  history: account,
  settings: account,
  podcast: () => import("../pages/Podcast.tsx").then(({ Podcast }) => Podcast),
  page: () => import("../pages/General.tsx").then(({ General }) => General),
  error: () => import("../pages/Error.tsx").then(({ Error }) => Error),
  // Read as documents: one is shown in frames of other sites, and one is built in development only.
  embed: null,
  "kitchen-sink": null,
};

export async function loadComponent(kind: PageKind): Promise<PageComponent> {
  const load = LOADERS[kind];
  if (!load) throw new RangeError(`No component shows pages of the kind "${kind}" in the browser`);
  return load();
}
