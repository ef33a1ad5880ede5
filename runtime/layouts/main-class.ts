import css from "./page.module.css";

/** Class of the element that a page's content is in. */
export const mainClass = css["page"] ?? "";
