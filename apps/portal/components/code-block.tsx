'use client'

import { CodeHighlight } from '@mantine/code-highlight'

interface CodeBlockProps {
  readonly code: string
  readonly language: 'bash' | 'javascript' | 'json'
  /** What the code is, for those who do not see it. */
  readonly label: string
}

/** Code to read and to copy; long lines scroll within it. */
export function CodeBlock({ code, language, label }: CodeBlockProps) {
  return (
    <CodeHighlight
      code={code}
      language={language}
      radius="md"
      withBorder
      copyLabel={`Copy: ${label}`}
      copiedLabel="Copied"
      aria-label={label}
    />
  )
}
