import { type DeployedRoot, headerValues, isCaching } from "./deployed-site.ts";
import { type Json, headersPolicy } from "./cloudfront-headers.ts";

/** The cache policy `CachingOptimized`, which AWS manages. */
const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";

/** What a template is made from. */
export interface TemplateParts {
  /** Name of the site. */
  readonly name: string;
  readonly hostname: string;
  /** Code of the function at the viewer's request. */
  readonly code: string;
  /** Whether the function looks redirects up in a key value store. */
  readonly isStored: boolean;
}

/** A CloudFormation template of one origin. */
export function templateOf(root: DeployedRoot, parts: TemplateParts): Json {
  const { name, hostname, isStored } = parts;
  const policies = new Map<string, { id: string; config: Json }>();
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `${name}: written by toolkit deploy cloudfront. Create the stack in us-east-1.`,
    Parameters: {
      Certificate: {
        Type: "String",
        Description: `ARN of a certificate for ${hostname}, in us-east-1`,
      },
      ...(isStored && {
        Redirects: { Type: "String", Description: "ARN of the uploaded file of redirects" },
      }),
    },
    Resources: {
      ...bucket(),
      ...viewerFunction(parts),
      Distribution: {
        Type: "AWS::CloudFront::Distribution",
        Properties: { DistributionConfig: distribution(root, parts, policies) },
      },
      ...Object.fromEntries(
        [...policies.values()].map(({ id, config }) => [id, policyResource(id, config)]),
      ),
    },
    Outputs: {
      Bucket: { Value: { Ref: "Bucket" } },
      Distribution: { Value: { Ref: "Distribution" } },
      Domain: { Value: { "Fn::GetAtt": ["Distribution", "DomainName"] } },
    },
  };
}

/** @param policies is filled with those that behaviors refer to, by their content */
function distribution(
  { headers }: DeployedRoot,
  { name, hostname }: TemplateParts,
  policies: Map<string, { id: string; config: Json }>,
): Json {
  // A policy would have missing files cached as long as those that exist, so caching is a property
  // of the uploaded files.
  const all = headerValues(headers).filter((header) => !isCaching(header));
  const patterns = new Set(all.flatMap(({ values }) => values.map(({ pattern }) => pattern)));
  const policyOf = (pattern: string): Json => {
    const values = all.flatMap(({ name: header, values: each }): [string, string][] => {
      const found =
        each.find((one) => one.pattern === pattern) ?? each.find((one) => one.pattern === "/*");
      return found ? [[header, found.value]] : [];
    });
    const config = headersPolicy(values);
    const key = JSON.stringify(config);
    const policy = policies.get(key) ?? { id: `Headers${policies.size}`, config };
    policies.set(key, policy);
    return { Ref: policy.id };
  };
  const behavior = (pattern: string): Json => ({
    TargetOriginId: "files",
    ViewerProtocolPolicy: "redirect-to-https",
    Compress: true,
    CachePolicyId: CACHING_OPTIMIZED,
    ResponseHeadersPolicyId: policyOf(pattern),
    FunctionAssociations: [
      {
        EventType: "viewer-request",
        FunctionARN: { "Fn::GetAtt": ["Function", "FunctionARN"] },
      },
    ],
  });
  return {
    Enabled: true,
    Comment: `${name}, ${hostname}`,
    Aliases: [hostname],
    HttpVersion: "http2and3",
    IPV6Enabled: true,
    ViewerCertificate: {
      AcmCertificateArn: { Ref: "Certificate" },
      SslSupportMethod: "sni-only",
      MinimumProtocolVersion: "TLSv1.2_2021",
    },
    Origins: [
      {
        Id: "files",
        DomainName: { "Fn::GetAtt": ["Bucket", "RegionalDomainName"] },
        OriginAccessControlId: { Ref: "Access" },
        S3OriginConfig: { OriginAccessIdentity: "" },
      },
    ],
    DefaultCacheBehavior: behavior("/*"),
    CacheBehaviors: [...patterns]
      .filter((pattern) => pattern !== "/*")
      .map((pattern) => ({ PathPattern: pathPattern(pattern), ...behavior(pattern) })),
    CustomErrorResponses: [403, 404].map((code) => ({
      ErrorCode: code,
      ResponseCode: 404,
      ResponsePagePath: "/404.html",
      ErrorCachingMinTTL: 10,
    })),
  };
}

/** The nearest pattern that CloudFront has: `*` matches slashes as well. */
const pathPattern = (pattern: string): string => pattern.replace(/:[A-Za-z]\w*/g, "*");

function policyResource(id: string, config: Json): Json {
  const name = { "Fn::Sub": `\${AWS::StackName}-${id.toLowerCase()}` };
  return {
    Type: "AWS::CloudFront::ResponseHeadersPolicy",
    Properties: { ResponseHeadersPolicyConfig: { Name: name, ...config } },
  };
}

/** A private bucket, which only the distribution reads. */
const bucket = (): Json => ({
  Bucket: {
    Type: "AWS::S3::Bucket",
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    },
  },
  Access: {
    Type: "AWS::CloudFront::OriginAccessControl",
    Properties: {
      OriginAccessControlConfig: {
        Name: { "Fn::Sub": "${AWS::StackName}" },
        OriginAccessControlOriginType: "s3",
        SigningBehavior: "always",
        SigningProtocol: "sigv4",
      },
    },
  },
  BucketPolicy: {
    Type: "AWS::S3::BucketPolicy",
    Properties: {
      Bucket: { Ref: "Bucket" },
      PolicyDocument: {
        Version: "2012-10-17",
        // Without the right to list, a missing file would be answered with 403.
        Statement: [
          statement("s3:GetObject", { "Fn::Sub": "${Bucket.Arn}/*" }),
          statement("s3:ListBucket", { "Fn::GetAtt": ["Bucket", "Arn"] }),
        ],
      },
    },
  },
});

/** The function, and the store of its redirects. */
const viewerFunction = ({ code, isStored }: TemplateParts): Json => ({
  ...(isStored && {
    Store: {
      Type: "AWS::CloudFront::KeyValueStore",
      Properties: {
        Name: { "Fn::Sub": "${AWS::StackName}-redirects" },
        ImportSource: { SourceType: "S3", SourceArn: { Ref: "Redirects" } },
      },
    },
  }),
  Function: {
    Type: "AWS::CloudFront::Function",
    Properties: {
      Name: { "Fn::Sub": "${AWS::StackName}-addresses" },
      AutoPublish: true,
      FunctionCode: code,
      FunctionConfig: {
        Comment: "Redirects, and the file of a page",
        Runtime: "cloudfront-js-2.0",
        ...(isStored && {
          KeyValueStoreAssociations: [{ KeyValueStoreARN: { "Fn::GetAtt": ["Store", "Arn"] } }],
        }),
      },
    },
  },
});

const statement = (action: string, resource: Json): Json => ({
  Effect: "Allow",
  Principal: { Service: "cloudfront.amazonaws.com" },
  Action: action,
  Resource: resource,
  Condition: {
    StringEquals: {
      "AWS:SourceArn": {
        "Fn::Sub": "arn:aws:cloudfront::${AWS::AccountId}:distribution/${Distribution}",
      },
    },
  },
});
