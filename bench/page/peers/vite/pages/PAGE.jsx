import { hydrateRoot } from "react-dom/client";
import { App } from "../App.jsx";
import { Page } from "../site/PAGE/Page.jsx";

const data = JSON.parse(document.getElementById("data").textContent);
hydrateRoot(document.getElementById("root"), <App page={Page} data={data} />);
