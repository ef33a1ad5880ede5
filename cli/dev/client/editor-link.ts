/** A place in a file, which a click opens in the editor. @param place `file:line:column` */
export function editorLink(document: Document, place: string): HTMLAnchorElement {
  const link = document.createElement("a");
  const address = `/@toolkit/open?place=${encodeURIComponent(place)}`;
  link.href = address;
  link.className = "place";
  link.title = "Open in the editor";
  link.textContent = place;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    // Other sites cannot send this header: no link of theirs opens files here.
    void fetch(address, { headers: { "x-toolkit": "open" } });
  });
  return link;
}
