import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://tools.example",
  telemetry: false,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
});
