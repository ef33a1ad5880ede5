import type { MarkdownIt, StateInline, Token } from "markdown-it";

type Nesting = -1 | 0 | 1;

/**
 * markdown-it's own classes define each field by a call, which takes nearly half of the time of
 * parsing. These have the same fields and inherit the methods, and assign the fields.
 */
class QuickToken {
  map = null;
  level = 0;
  children = null;
  content = "";
  markup = "";
  info = "";
  block = false;
  hidden = false;
  type: string;
  tag: string;
  attrs = null;
  nesting: Nesting;
  meta = null;

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}

class QuickInline {
  pos = 0;
  level = 0;
  pending = "";
  pendingLevel = 0;
  cache = {};
  backticks = {};
  backticksScanned = false;
  skipHtmlSpecial = false;
  linkLevel = 0;
  delimiters: StateInline["delimiters"] = [];
  _prev_delimiters: StateInline["delimiters"][] = [];
  Token = QuickToken;
  src: string;
  env: StateInline["env"];
  md: MarkdownIt;
  tokens: Token[];
  tokens_meta: StateInline["tokens_meta"];
  posMax: number;

  constructor(src: string, md: MarkdownIt, env: StateInline["env"], tokens: Token[]) {
    this.src = src;
    this.env = env;
    this.md = md;
    this.tokens = tokens;
    this.tokens_meta = Array.from({ length: tokens.length });
    this.posMax = src.length;
  }

  pushPending(): Token {
    const token = tokenOf("text", "", 0);
    token.content = this.pending;
    token.level = this.pendingLevel;
    this.tokens.push(token);
    this.pending = "";
    return token;
  }

  push(type: string, tag: string, nesting: Nesting): Token {
    if (this.pending) this.pushPending();
    const token = tokenOf(type, tag, nesting);
    let meta: StateInline["tokens_meta"][number];
    if (nesting < 0) {
      this.level--;
      this.delimiters = this._prev_delimiters.pop()!;
    }
    token.level = this.level;
    if (nesting > 0) {
      this.level++;
      this._prev_delimiters.push(this.delimiters);
      this.delimiters = [];
      meta = { delimiters: this.delimiters };
    }
    this.pendingLevel = this.level;
    this.tokens.push(token);
    this.tokens_meta.push(meta);
    return token;
  }
}

/** The methods come from the library's class, which types cannot see. */
const tokenOf = (type: string, tag: string, nesting: Nesting): Token =>
  new QuickToken(type, tag, nesting) as unknown as Token;

/** Lets a parser create its tokens quickly. A test compares the tokens with the parser's own. */
export function useQuickTokens({ block, inline }: MarkdownIt): void {
  const { State: Block } = block;
  const { State: Inline } = inline;
  const own = new Block("", {} as MarkdownIt, {}, []).Token;
  Object.setPrototypeOf(QuickToken.prototype, own.prototype as object);
  Object.setPrototypeOf(QuickInline.prototype, Inline.prototype as object);
  block.State = class extends Block {
    override Token = QuickToken as unknown as typeof Token;
    override push(type: string, tag: string, nesting: Nesting): Token {
      const token = tokenOf(type, tag, nesting);
      token.block = true;
      if (nesting < 0) this.level--;
      token.level = this.level;
      if (nesting > 0) this.level++;
      this.tokens.push(token);
      return token;
    }
  };
  inline.State = QuickInline as unknown as typeof Inline;
}
