export default ({ data }) => data.lang;
