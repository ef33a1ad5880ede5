export type Json = Record<string, unknown>;

/** CloudFront refuses security headers among the custom ones. */
export function headersPolicy(values: readonly (readonly [name: string, value: string])[]): Json {
  const security: Json = {};
  const items: Json[] = [];
  for (const [name, value] of values)
    switch (name.toLowerCase()) {
      case "content-security-policy":
        security["ContentSecurityPolicy"] = { ContentSecurityPolicy: value, Override: true };
        break;
      case "strict-transport-security":
        security["StrictTransportSecurity"] = {
          AccessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(value)?.[1] ?? 0),
          IncludeSubdomains: /includesubdomains/i.test(value),
          Preload: /preload/i.test(value),
          Override: true,
        };
        break;
      case "x-content-type-options":
        security["ContentTypeOptions"] = { Override: true };
        break;
      case "referrer-policy":
        security["ReferrerPolicy"] = { ReferrerPolicy: value, Override: true };
        break;
      default:
        items.push({ Header: name, Value: value, Override: true });
    }
  return { CustomHeadersConfig: { Items: items }, SecurityHeadersConfig: security };
}
