declare module "opentype.js" {
  const opentype: { parse(data: ArrayBufferLike): unknown };
  export default opentype;
}
