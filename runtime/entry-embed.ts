import { find } from "./page-scripts/document.ts";

// The script of a tool in a frame of another site, which has nothing of the site's application.
const theme = new URLSearchParams(location.search).get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
const root = find("[data-embed]")!;
import("./embed/start.tsx")
  .then(({ startEmbed }) => startEmbed(root, window))
  .catch((error: unknown) => {
    root.toggleAttribute("data-failed", true);
    throw error;
  });
