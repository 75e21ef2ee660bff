'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import type { CompanyFileStatus } from '../company-files/queries.ts'
import { getAgentSteps, needsAgent } from './agent-steps.ts'
import { DownloadAgent } from './download-agent.tsx'
import { OpenCompanyFile } from './open-company-file.tsx'
import { PairingCode } from './pairing-code.tsx'
import { StepList } from './step-list.tsx'

interface AgentSetUpProps {
  readonly realmId: RealmId
  readonly status: CompanyFileStatus
  /** Whether this service offers the agent's installer. */
  readonly hasDownload: boolean
}

/** The steps to connect a company file through an agent. */
export function AgentSetUp({ realmId, status, hasDownload }: AgentSetUpProps) {
  const trpc = useTRPC()
  const [hasDownloaded, setDownloaded] = useState(false)
  const pair = useMutation(trpc.createPairingCode.mutationOptions({ gcTime: 0 }))
  const { state, companyName, connectedAt } = status
  const steps = getAgentSteps({ state, companyName, hasDownloaded, hasAgent: connectedAt !== null }, hasDownload)
  return (
    <StepList
      steps={steps}
      extras={{
        download: needsAgent(status) && <DownloadAgent onDownload={() => setDownloaded(true)} />,
        pair: needsAgent(status) && (
          <PairingCode
            issued={pair.data}
            isPending={pair.isPending}
            onIssue={() => pair.mutate({ realmId })}
            failure={<FailedChange change={pair} title="The pairing code was not created" />}
          />
        ),
        read: state === 'connected' && companyName !== null && <OpenCompanyFile realmId={realmId} />,
      }}
      results={{ read: companyName ?? '' }}
    />
  )
}
