import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({ telemetry: false, integrations: [react()] });
