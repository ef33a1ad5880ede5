import type { Page } from "../core/page.ts";
import { Account } from "./pages/Account.tsx";
import { Error } from "./pages/Error.tsx";
import { Home } from "./pages/Home.tsx";
import { KitchenSink } from "./pages/KitchenSink.tsx";
import { Podcast } from "./pages/Podcast.tsx";
import { Policy } from "./pages/Policy.tsx";
import { Pricing } from "./pages/Pricing.tsx";
import { Tool } from "./pages/Tool.tsx";
import { Voice } from "./pages/Voice.tsx";

/** The content of a page; a layout is around it. */
export function App({ page }: { readonly page: Page }) {
  switch (page.kind) {
    case "tool":
      return <Tool page={page} />;
    case "home":
      return <Home page={page} />;
    case "pricing":
      return <Pricing page={page} />;
    case "voice":
      return <Voice page={page} />;
    case "policy":
      return <Policy page={page} />;
    case "subscription":
    case "history":
    case "settings":
      return <Account page={page} />;
    case "podcast":
      return <Podcast page={page} />;
    case "error":
      return <Error page={page} />;
    case "kitchen-sink":
      return <KitchenSink />;
  }
}
