import {
  type DeployedRoot,
  type DeployedSite,
  type HostConfiguration,
  type HostFile,
  headerValues,
  hostRedirects,
  isCaching,
  withoutForwarding,
} from "./deployed-site.ts";
import { templateOf } from "./cloudfront-template.ts";
import { functionCode, valueOf } from "./cloudfront-function.ts";

/** Maximum size in bytes of a CloudFront function's code. */
const FUNCTION_BYTES = 10_240;
/** Maximum length of a content security policy in a response headers policy. */
const POLICY_LENGTH = 1783;
/**
 * A CloudFormation template for S3 and CloudFront for each origin: a private bucket, a distribution
 * with the site's headers, and a function that redirects and finds the page of an address.
 */
export function cloudFrontFiles(site: DeployedSite): HostConfiguration {
  const files: HostFile[] = [];
  const notes: string[] = [];
  for (const root of site.roots) {
    const { hostname } = new URL(root.origin);
    const exact = hostRedirects(root.redirects).filter(({ names }) => names.length === 0);
    let code = functionCode(root, site.trailingSlash, true);
    const isStored = Buffer.byteLength(code) > FUNCTION_BYTES;
    if (isStored) {
      code = functionCode(root, site.trailingSlash, false);
      const data = exact.map((rule) => ({ key: encodeURI(rule.from), value: valueOf(rule) }));
      files.push({
        path: `${hostname}.redirects.json`,
        text: `${JSON.stringify({ data }, null, 1)}\n`,
      });
      notes.push(
        `Upload ${hostname}.redirects.json to a bucket and pass its ARN as the parameter Redirects: a function of ${FUNCTION_BYTES} bytes cannot hold ${exact.length} redirects.`,
      );
    }
    if (Buffer.byteLength(code) > FUNCTION_BYTES)
      notes.push(
        `The function of ${hostname} exceeds CloudFront's ${FUNCTION_BYTES} bytes: use fewer redirects with patterns.`,
      );
    const template = templateOf(root, { name: site.name, hostname, code, isStored });
    files.push({
      path: `${hostname}.template.json`,
      text: `${JSON.stringify(template, null, 2)}\n`,
    });
    const policy = headerValues(root.headers).find(({ name }) =>
      /^content-security-policy$/i.test(name),
    );
    for (const { value } of policy?.values ?? [])
      if (value.length > POLICY_LENGTH)
        notes.push(
          `The content security policy of ${hostname} has ${value.length} characters; CloudFront allows ${POLICY_LENGTH}.`,
        );
    files.push({ path: `${hostname}.upload.sh`, text: uploadScript(root) });
  }
  return { files, notes: [...notes, ...withoutForwarding(site)] };
}

/** A script that uploads the built site with the caching of each file. */
function uploadScript({ folder, headers }: DeployedRoot): string {
  const caching = headerValues(headers).find(isCaching)?.values ?? [];
  const groups = caching.map(({ pattern, value }) => ({ include: pattern.slice(1), value }));
  const from = quoteWord(folder);
  const others = ["_headers", "_redirects", ...groups.map(({ include }) => include)];
  return `#!/bin/sh
# Usage: upload.sh BUCKET DISTRIBUTION, with the outputs of the stack. Assets come first, because
# pages of the new build name them.
set -eu
${groups.map(({ include, value }) => `aws s3 sync ${from} "s3://$1" --exclude "*" --include ${quoteWord(include)} --cache-control ${quoteWord(value)}\n`).join("")}aws s3 sync ${from} "s3://$1" ${others.map((name) => `--exclude ${quoteWord(name)}`).join(" ")} --cache-control no-cache --delete
aws cloudfront create-invalidation --distribution-id "$2" --paths "/*"
`;
}

const quoteWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
