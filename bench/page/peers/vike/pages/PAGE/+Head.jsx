import { Head } from "../../shared/Head.jsx";
import { head, styles } from "../../site/PAGE/head.json";

export default () => (
  <>
    <Head tags={head} styles={styles} />
    <style>{"#root{display:contents}"}</style>
  </>
);
