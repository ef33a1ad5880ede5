export default ({ data }) => ({ dir: data.dir, "data-js": "" });
