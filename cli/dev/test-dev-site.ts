import { HOME } from "../files/home.ts";
import { type DevSite, openDevSite } from "./site.ts";

/** Opens a site from a folder. */
export async function openSite(root: string): Promise<DevSite> {
  const site = openDevSite({ root, home: HOME });
  await site.reloadConfig();
  await site.reloadPanels();
  return site;
}
