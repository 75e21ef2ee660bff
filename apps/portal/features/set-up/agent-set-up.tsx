'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { ConfirmCompanyFile } from '../company-files/confirm-company-file.tsx'
import type { CompanyFileStatus } from '../company-files/queries.ts'
import { getAgentSteps, needsAgent } from './agent-steps.ts'
import { DownloadAgent } from './download-agent.tsx'
import { OpenCompanyFile } from './open-company-file.tsx'
import { PairingCode } from './pairing-code.tsx'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'

interface AgentSetUpProps {
  readonly realmId: RealmId
  readonly status: CompanyFileStatus
  /** Whether this service offers the agent's installer. */
  readonly hasDownload: boolean
  readonly pictures: SetUpPictures['agent']
}

/** The steps to connect a company file through an agent. */
export function AgentSetUp({ realmId, status, hasDownload, pictures }: AgentSetUpProps) {
  const trpc = useTRPC()
  const [hasDownloaded, setDownloaded] = useState(false)
  const pair = useMutation(trpc.createPairingCode.mutationOptions({ gcTime: 0 }))
  const { state, companyName, companyFile, connectedAt } = status
  const facts = {
    state,
    companyName,
    companyFile,
    hasDownloaded,
    hasCode: pair.isSuccess,
    hasAgent: connectedAt !== null,
  }
  const steps = getAgentSteps(facts, hasDownload)
  const current = steps.find(({ progress }) => progress === 'current')?.key
  const confirm = state === 'file_unconfirmed' && companyFile !== null && (
    <ConfirmCompanyFile realmId={realmId} companyFile={companyFile} />
  )
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
        file: current === 'file' && confirm,
        location: current === 'location' && confirm,
        read: state === 'connected' && companyName !== null && <OpenCompanyFile realmId={realmId} />,
      }}
      pictures={pictures}
      results={{ read: companyName ?? '' }}
    />
  )
}
