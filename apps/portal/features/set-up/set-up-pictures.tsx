import type { ReactNode } from 'react'
import type { QuickBooksWindowName } from '../quickbooks-windows/quickbooks-windows.ts'
import { WindowFigures } from '../quickbooks-windows/window-figure.tsx'
import type { AgentStepKey } from './agent-steps.ts'
import type { ConnectorStepKey } from './connector-steps.ts'

/** What windows look like in each step. */
export interface SetUpPictures {
  readonly agent: Partial<Record<AgentStepKey, ReactNode>>
  readonly connector: Partial<Record<ConnectorStepKey, ReactNode>>
}

const allow: readonly QuickBooksWindowName[] = [
  'permission',
  'loginAs',
  'withoutCertificate',
  'confirmAccess',
  'taskBar',
  'standardUser',
]

/** Draws the windows of the set-up, on the server: browsers get no script for them. */
export function drawSetUp(): SetUpPictures {
  return {
    agent: { open: draw(['openFile']), allow: draw(allow) },
    connector: {
      open: draw(['openFile']),
      add: draw(['connectorAuthorization']),
      allow: draw(allow),
      password: draw(['connector']),
    },
  }
}

function draw(names: readonly QuickBooksWindowName[]): ReactNode {
  return <WindowFigures names={names} />
}
