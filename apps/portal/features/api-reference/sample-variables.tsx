import classes from './api-reference.module.css'
import { CopyCode } from './copy-code.tsx'
import type { ApiSample } from './samples/api-sample.ts'
import { formatSetup, listUnsetVariables } from './samples/sample-lookups.ts'

interface SampleVariablesProps {
  readonly id: string
  readonly sample: ApiSample
  readonly entity: string
}

/** Says how to set the variables that the reader's own values have not replaced. */
export function SampleVariables({ id, sample, entity }: SampleVariablesProps) {
  const variables = listUnsetVariables(sample)
  if (variables.length === 0) return null
  const code = formatSetup(sample, entity)
  return (
    <details className={classes.variables}>
      <summary>Set {variables.join(', ')} first</summary>
      <div className={classes.bar}>
        <span className={classes.spacer} />
        <CopyCode text={code} label={`Copy variables of ${id}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
      <pre className={classes.code} tabIndex={0} data-variables={id}>
        <code>{code}</code>
      </pre>
    </details>
  )
}
