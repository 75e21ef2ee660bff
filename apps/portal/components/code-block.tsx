import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly code: string
  /** Describes the code to screen readers. */
  readonly label: string
}

/** Shows code with a copy button. Long lines wrap. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      <pre className={classes.code}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} label={label} />
    </div>
  )
}
