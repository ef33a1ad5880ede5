import type { Page, PageKind } from "#core/page/page.ts";
import { Account } from "./Account.tsx";
import { Embed } from "./Embed.tsx";
import { Error } from "./Error.tsx";
import { General } from "./General.tsx";
import { Home } from "./Home.tsx";
import { KitchenSink } from "./KitchenSink.tsx";
import { Podcast } from "./Podcast.tsx";
import { Policy } from "./Policy.tsx";
import { Pricing } from "./Pricing.tsx";
import { Tool } from "./Tool.tsx";
import { Voice } from "./Voice.tsx";
import { PageView } from "../parts/PageView.tsx";
import type { PageComponent } from "../router/state.ts";

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
  page: General,
  error: Error,
  embed: Embed,
  "kitchen-sink": KitchenSink,
};

/** The content of a page, without its layout. */
export const AnyPage = ({ page }: { readonly page: Page }) => (
  <PageView page={page} component={COMPONENTS[page.kind]} />
);
