'use client'

import { CodeHighlight } from '@mantine/code-highlight'
import classes from './code-block.module.css'

interface CodeBlockProps {
  readonly code: string
  readonly language: 'bash' | 'javascript' | 'json'
  /** What the code is, for those who do not see it. */
  readonly label: string
}

/** Code to read and to copy; long lines wrap, so that nothing of them is out of sight. */
export function CodeBlock({ code, language, label }: CodeBlockProps) {
  return (
    <CodeHighlight
      code={code}
      language={language}
      radius="md"
      withBorder
      classNames={{ pre: classes.code ?? '', code: classes.code ?? '' }}
      copyLabel={`Copy: ${label}`}
      copiedLabel="Copied"
      aria-label={label}
    />
  )
}
