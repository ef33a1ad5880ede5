import { hydrateRoot } from "react-dom/client";
import type { WorkspaceText } from "./layout.ts";
import { Workspace } from "./Workspace.tsx";

const root = document.getElementById("workspace")!;
hydrateRoot(root, <Workspace text={JSON.parse(root.dataset["text"]!) as WorkspaceText} />);
