declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.css";
/** URL of a drawing, published under a name with its hash. */
declare module "*.svg?url" {
  const url: string;
  export default url;
}
