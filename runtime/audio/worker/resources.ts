import type { Resources } from "../../../audio/effect.ts";

const WEIGHTS = "../../../audio/nets/weights/";
const weights = import.meta.glob<string>(
  ["../../../audio/nets/weights/*", "!../../../audio/nets/weights/*.md"],
  { eager: true, query: "?url", import: "default" },
);

/** What effects ask for: files of this site, whose names carry a digest of their content. */
export const resources: Resources = {
  async bytes(name) {
    const url = weights[WEIGHTS + name];
    if (url === undefined) throw new Error(`audio/nets/weights/${name} does not exist`);
    const answer = await fetch(url);
    if (!answer.ok) throw new TypeError(`${url} answered ${answer.status}`);
    return answer.arrayBuffer();
  },
};
