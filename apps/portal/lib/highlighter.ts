import { createHighlightJsAdapter } from '@mantine/code-highlight'
import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'

highlight.registerLanguage('bash', bash)
highlight.registerLanguage('javascript', javascript)
highlight.registerLanguage('json', json)

/** Highlights with highlight.js. */
export const highlighter = createHighlightJsAdapter(highlight).getHighlighter(null)
