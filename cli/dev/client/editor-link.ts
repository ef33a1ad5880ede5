/** A file location that opens in the editor on click. @param location `file:line:column` */
export function editorLink(document: Document, location: string): HTMLAnchorElement {
  const link = document.createElement("a");
  const address = `/@toolkit/open?place=${encodeURIComponent(location)}`;
  link.href = address;
  link.className = "place";
  link.title = "Open in the editor";
  link.textContent = location;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    // Other sites cannot send this header, so their links cannot open files here.
    void fetch(address, { headers: { "x-toolkit": "open" } });
  });
  return link;
}
