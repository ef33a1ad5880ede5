import { Overlay } from "../../shared/Overlay.jsx";
import { Page } from "../../site/PAGE/Page.jsx";
import data from "../../site/PAGE/data.json";

export default function Route() {
  return (
    <>
      <Page d={data} />
      <Overlay />
    </>
  );
}
