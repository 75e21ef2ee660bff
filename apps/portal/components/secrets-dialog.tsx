'use client'

import dynamic from 'next/dynamic'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import type { ShownSecrets } from './shown-secrets.ts'

export type { ShownSecret, ShownSecrets } from './shown-secrets.ts'

// The dialog is loaded when the first secret is shown.
const SecretsModal = dynamic(() => import('./secrets-modal.tsx'), { ssr: false })

interface SecretsDialog {
  /**
   * Shows secrets until the reader confirms having stored them. Reset their mutation when the promise
   * resolves, and give it `gcTime: 0`, so no cache keeps them.
   */
  show(secrets: ShownSecrets): Promise<void>
}

interface OpenSecrets extends ShownSecrets {
  readonly resolve: () => void
}

const SecretsContext = createContext<SecretsDialog | undefined>(undefined)

/** Returns a dialog for secrets shown once. */
export function useSecretsDialog(): SecretsDialog {
  const dialog = useContext(SecretsContext)
  if (!dialog) throw new Error('SecretsProvider is missing.')
  return dialog
}

/** Keeps secrets in memory, above all pages, until they are confirmed. Further secrets wait for their turn. */
export function SecretsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly OpenSecrets[]>([])
  const show = useCallback(
    (secrets: ShownSecrets) =>
      new Promise<void>((resolve) => setQueue((previous) => [...previous, { ...secrets, resolve }])),
    [],
  )
  const dialog = useMemo(() => ({ show }), [show])
  const [first] = queue
  const confirm = () => {
    setQueue((previous) => previous.slice(1))
    first?.resolve()
  }
  return (
    <SecretsContext value={dialog}>
      {children}
      {first && <SecretsModal secrets={first} onConfirm={confirm} />}
    </SecretsContext>
  )
}
