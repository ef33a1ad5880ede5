import css from "./page.module.css";

/** Class of the element that contains a page's content. */
export const mainClass = css["page"] ?? "";
