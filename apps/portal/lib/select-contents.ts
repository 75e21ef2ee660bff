/** Selects an element's text, for the reader to copy where the browser refuses the clipboard. */
export function selectContents(element: Element | null): void {
  if (element) window.getSelection()?.selectAllChildren(element)
}
