import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'

highlight.registerLanguage('bash', bash)
highlight.registerLanguage('javascript', javascript)
highlight.registerLanguage('json', json)
highlight.registerLanguage('python', python)

/** Returns highlighted code as HTML, with all text escaped. */
export function highlightCode(code: string, grammar: 'bash' | 'javascript' | 'json' | 'python'): string {
  return highlight.highlight(code, { language: grammar }).value
}
