export default ({ data }) => ({ "data-kind": data.kind });
