'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { registerProofDialog } from '../../lib/proof-requests.ts'

const ProofDialog = dynamic(() => import('./proof-dialog.tsx'), { ssr: false })

/** Opens the identity dialog when a procedure requires it. All waiting procedures share it. */
export function ProofPrompt() {
  const [waiting, setWaiting] = useState<readonly ((isProven: boolean) => void)[]>([])
  useEffect(() => registerProofDialog((resolve) => setWaiting((others) => [...others, resolve])), [])
  if (waiting.length === 0) return null
  const close = (isProven: boolean) => {
    setWaiting([])
    for (const resolve of waiting) resolve(isProven)
  }
  return <ProofDialog onClose={close} />
}
