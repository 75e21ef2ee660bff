'use client'

import { Button } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { describeError } from '../lib/describe-error.ts'
import { useTRPCClient } from '../lib/trpc.ts'

interface DownloadButtonProps {
  readonly href: string
  readonly children: ReactNode
}

/** Links to a control-plane file, after asking for the fresh proof it requires. */
export function DownloadButton({ href, children }: DownloadButtonProps) {
  const client = useTRPCClient()
  const download = async (event: MouseEvent) => {
    event.preventDefault()
    try {
      await client.proof.require.mutate()
    } catch (error) {
      // The reader closed the dialog. The browser shows other download failures.
      if (describeError(error).code === 'proof_required') return
    }
    startDownload(href)
  }
  return (
    <Button component="a" href={href} download variant="default" onClick={(event) => void download(event)}>
      {children}
    </Button>
  )
}

function startDownload(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
