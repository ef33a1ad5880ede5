import { useLoaderData } from "react-router";
import { Overlay } from "../../shared/Overlay.jsx";
import data from "../../site/PAGE/data.json";
import { dir, head, kind, lang, styles } from "../../site/PAGE/head.json";
import { Page } from "../../site/PAGE/Page.jsx";
import { metaOf } from "../meta.js";

export const loader = () => ({ data, head, lang, dir, kind });
export const meta = ({ loaderData }) => metaOf(loaderData.head);
export const links = () => styles.map((href) => ({ rel: "stylesheet", href }));

export default function Route() {
  return (
    <>
      <Page d={useLoaderData().data} />
      <Overlay />
    </>
  );
}
