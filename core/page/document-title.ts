const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u30ff\uff01-\uff60]/u;

/** Columns of a title that search engines show. */
export const TITLE_COLUMNS = 60;

/** Least and most columns of a description: what search engines show, and most of their room. */
export const DESCRIPTION_COLUMNS = [110, 160] as const;

/** Width of a text in columns: 2 for Chinese, Japanese and Korean characters, 1 for all others. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text.normalize("NFC")) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}

/** The title of a document: with the name of the site where both fit into a search result. */
export function documentTitle(title: string, site: string): string {
  const whole = `${title} | ${site}`;
  return columnsOf(whole) <= TITLE_COLUMNS ? whole : title;
}
