import { toRegExp } from "../preview/rules/path-pattern.ts";
import { type DeployedRoot, type HostRedirect, hostRedirects } from "./deployed-site.ts";

/** `301 /x`, with `=` after the status if the query of the request is not appended. */
export function valueOf({ status, to }: HostRedirect): string {
  if (to === undefined) return String(status);
  const { address, query, fragment } = to;
  return query === "" && fragment === ""
    ? `${status} ${address}`
    : `${status} ${address}\t${query}\t${fragment}`;
}

/**
 * The function at the viewer's request, in the JavaScript of `cloudfront-js-2.0`.
 * @param inline whether addresses are in the code and not in a key value store
 */
export function functionCode(root: DeployedRoot, trailingSlash: boolean, inline: boolean): string {
  const redirects = hostRedirects(root.redirects);
  const exact = redirects.filter(({ names }) => names.length === 0);
  const table = Object.fromEntries(exact.map((rule) => [encodeURI(rule.from), valueOf(rule)]));
  const patterns = redirects
    .filter(({ names }) => names.length > 0)
    .map((rule) => [
      `^${toRegExp(rule.from, encodeURI).replace(/\?<\w+>/g, "")}$`,
      valueOf(rule).replace(/:([A-Za-z]\w*)/g, (token, name: string) =>
        rule.names.includes(name) ? `$${rule.names.indexOf(name) + 1}` : token,
      ),
    ]);
  return `${inline ? "" : 'import cf from "cloudfront";\nconst store = cf.kvs();\n'}const table = ${inline ? JSON.stringify(table) : "{}"};
const patterns = ${JSON.stringify(patterns)}.map((rule) => [new RegExp(rule[0]), rule[1]]);
const slash = ${trailingSlash};
function queryOf(request) {
  const parts = [];
  for (const name in request.querystring) {
    const one = request.querystring[name];
    for (const each of one.multiValue || [one])
      parts.push(each.value === "" ? name : name + "=" + each.value);
  }
  return parts.length === 0 ? "" : "?" + parts.join("&");
}
function move(status, location) {
  return { statusCode: status, statusDescription: "Moved", headers: { location: { value: location }, "cache-control": { value: "no-cache" } } };
}
function answer(rule, request) {
  const at = rule.indexOf(" ");
  if (at < 0) return { statusCode: Number(rule), statusDescription: "Gone", body: "This page was removed." };
  const parts = rule.slice(at + 1).split("\\t");
  const query = parts[1] || queryOf(request);
  return move(Number(rule.slice(0, at)), parts[0] + query + (parts[2] || ""));
}
async function handler(event) {
  const request = event.request;
  const uri = request.uri;
  let rule = Object.prototype.hasOwnProperty.call(table, uri) ? table[uri] : undefined;
${inline ? "" : "  try { rule = await store.get(uri); } catch (_) { rule = undefined; }\n"}  if (rule !== undefined) return answer(rule, request);
  for (const pattern of patterns) {
    const found = pattern[0].exec(uri);
    if (found !== null)
      return answer(pattern[1].replace(/\\$(\\d)/g, (_, number) => found[Number(number)]), request);
  }
  const path = uri.replace(/^\\/+/, "/");
  if (/\\/index\\.html$/.test(path)) return move(308, path.slice(0, slash || path === "/index.html" ? -10 : -11) + queryOf(request));
  const isFile = /\\.[^/]*$/.test(path);
  if (slash && !isFile && !path.endsWith("/")) return move(308, path + "/" + queryOf(request));
  if (!slash && path !== "/" && path.endsWith("/")) return move(308, path.replace(/\\/+$/, "") + queryOf(request));
  if (!isFile) request.uri = path.replace(/\\/$/, "") + "/index.html";
  return request;
}
`;
}
