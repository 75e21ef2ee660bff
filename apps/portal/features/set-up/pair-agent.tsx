'use client'

import type { ReactNode } from 'react'
import type { AgentStepKey } from './agent-steps.ts'
import type { Installer } from './describe-installer.ts'
import { DownloadAgent } from './download-agent.tsx'
import { type IssuedCode, PairingCode } from './pairing-code.tsx'

interface PairAgentOptions {
  /** The installer that this service offers, if any. */
  readonly installer: Installer | undefined
  /** The last issued code, if any. */
  readonly issued: IssuedCode | undefined
  readonly isPending: boolean
  readonly issue: () => Promise<IssuedCode>
  /** Why the last code was not issued, if it was not. */
  readonly failure: ReactNode
}

/** Returns what the steps that pair an agent contain: the download, and the code to be entered by hand. */
export function renderPairing(options: PairAgentOptions): Partial<Record<AgentStepKey, ReactNode>> {
  const { installer, issued, isPending, issue, failure } = options
  // The failure shows next to the button.
  const ask = () => issue().catch(() => undefined)
  const byHand = (
    <PairingCode
      issued={issued}
      isPending={isPending}
      onIssue={() => void ask()}
      failure={installer === undefined && failure}
    />
  )
  if (installer === undefined) return { pair: byHand }
  return {
    download: (
      <>
        <DownloadAgent installer={installer} isPending={isPending} issueCode={async () => (await ask())?.code} />
        {failure}
      </>
    ),
    pair: (
      <details>
        <summary>Enter the address and the code by hand</summary>
        {byHand}
      </details>
    ),
  }
}
