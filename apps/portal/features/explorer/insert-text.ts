/** Replaces an input's selection in a way that the browser can undo. */
export function insertText(input: HTMLTextAreaElement, text: string | ((before: string) => string)): void {
  const inserted = typeof text === 'string' ? text : text(input.value.slice(0, input.selectionStart))
  // Nothing else keeps the history.
  document.execCommand('insertText', false, inserted)
}
