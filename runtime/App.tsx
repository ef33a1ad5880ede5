import type { Page, PageKind } from "../core/page.ts";
import { Account } from "./pages/Account.tsx";
import { Error } from "./pages/Error.tsx";
import { Home } from "./pages/Home.tsx";
import { KitchenSink } from "./pages/KitchenSink.tsx";
import { Podcast } from "./pages/Podcast.tsx";
import { Policy } from "./pages/Policy.tsx";
import { Pricing } from "./pages/Pricing.tsx";
import { Tool } from "./pages/Tool.tsx";
import { Voice } from "./pages/Voice.tsx";
import type { PageComponent } from "./parts/PageView.tsx";
import { PageView } from "./parts/PageView.tsx";

const COMPONENTS: Readonly<Record<PageKind, PageComponent>> = {
  tool: Tool,
  home: Home,
  pricing: Pricing,
  voice: Voice,
  policy: Policy,
  subscription: Account,
  history: Account,
  settings: Account,
  podcast: Podcast,
  error: Error,
  "kitchen-sink": KitchenSink,
};

/** The content of a page; a layout is around it. */
export const App = ({ page }: { readonly page: Page }) => (
  <PageView page={page} component={COMPONENTS[page.kind]} />
);
