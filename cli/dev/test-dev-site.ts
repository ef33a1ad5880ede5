import { HOME } from "../files/home.ts";
import { type DevSite, openDevSite } from "./site.ts";

/** A site in a folder, ready to be looked at. */
export async function openSite(root: string): Promise<DevSite> {
  const site = openDevSite({ root, home: HOME });
  await site.reloadConfig();
  await site.reloadPanels();
  return site;
}
