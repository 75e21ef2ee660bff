'use client'

import '@mantine/code-highlight/styles.css'
import { CodeHighlight, CodeHighlightAdapterProvider } from '@mantine/code-highlight'
import { highlightAdapter } from '../lib/highlight.ts'
import classes from './code-block.module.css'

interface CodeBlockProps {
  readonly code: string
  readonly language: 'bash' | 'javascript' | 'json'
  /** Describes the code to screen readers. */
  readonly label: string
}

/** Shows code with a copy button. Long lines wrap. */
export function CodeBlock({ code, language, label }: CodeBlockProps) {
  return (
    <CodeHighlightAdapterProvider adapter={highlightAdapter}>
      <CodeHighlight
        code={code}
        language={language}
        radius="md"
        withBorder
        classNames={{ pre: classes.code ?? '', code: classes.code ?? '' }}
        copyLabel={`Copy ${label}`}
        copiedLabel="Copied"
        aria-label={label}
      />
    </CodeHighlightAdapterProvider>
  )
}
