import { afterAll } from "vitest";
import { removeFolders } from "./site.ts";

afterAll(removeFolders);
