import { Overlay } from "./shared/Overlay.jsx";

export const App = ({ page: Page, data }) => (
  <>
    <Page d={data} />
    <Overlay />
  </>
);
