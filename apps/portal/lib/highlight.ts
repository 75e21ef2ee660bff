import './highlight.css'

import type { CodeHighlightAdapter } from '@mantine/code-highlight'

/** Highlights the pages' languages. The highlighter is loaded with the first code, plain until then. */
export const highlightAdapter: CodeHighlightAdapter = {
  loadContext: async () => (await import('./highlighter.ts')).highlighter,
  getHighlighter: (highlighter) => highlighter ?? (({ code }) => ({ highlightedCode: code, isHighlighted: false })),
}
