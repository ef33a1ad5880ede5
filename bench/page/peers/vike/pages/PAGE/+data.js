import data from "../../site/PAGE/data.json";
import { dir, kind, lang } from "../../site/PAGE/head.json";

export default () => ({ data, dir, kind, lang });
