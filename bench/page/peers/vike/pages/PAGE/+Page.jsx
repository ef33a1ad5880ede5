import { useData } from "vike-react/useData";
import { Overlay } from "../../shared/Overlay.jsx";
import { Page } from "../../site/PAGE/Page.jsx";

export default () => (
  <>
    <Page d={useData().data} />
    <Overlay />
  </>
);
