/** Title, description, alternates, Open Graph and structured data, as the page of the site has them. */
export function Head({ tags, styles = [] }) {
  return (
    <>
      {tags.map(({ tag: Tag, attributes, text }, at) =>
        Tag === "script" ? (
          <script key={at} {...attributes} dangerouslySetInnerHTML={{ __html: text }} />
        ) : Tag === "title" ? (
          <title key={at}>{text}</title>
        ) : (
          <Tag key={at} {...attributes} />
        ),
      )}
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  );
}
