'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useMutation } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { ConfirmCompanyFile } from '../company-files/confirm-company-file.tsx'
import type { CompanyFileStatus } from '../company-files/queries.ts'
import { getAgentSteps, needsAgent } from './agent-steps.ts'
import type { Installer } from './describe-installer.ts'
import { OpenCompanyFile } from './open-company-file.tsx'
import { renderPairing } from './pair-agent.tsx'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'

interface AgentSetUpProps {
  readonly realmId: RealmId
  readonly status: CompanyFileStatus
  /** The agent's installer that this service offers, if any. */
  readonly installer: Installer | undefined
  /** Whether a link was sent to the person at the PC, and whether they have started with it. */
  readonly link: 'none' | 'sent' | 'started'
  readonly pictures: SetUpPictures['agent']
}

/** The steps to connect a company file through an agent. */
export function AgentSetUp({ realmId, status, installer, link, pictures }: AgentSetUpProps) {
  const trpc = useTRPC()
  const pair = useMutation(trpc.createPairingCode.mutationOptions({ gcTime: 0 }))
  const { state, companyName, companyFile, connectedAt } = status
  const facts = {
    state,
    companyName,
    companyFile,
    hasCode: pair.isSuccess || link === 'started',
    hasAgent: connectedAt !== null,
  }
  const steps = getAgentSteps(facts, { hasInstaller: installer !== undefined })
  const current = steps.find(({ progress }) => progress === 'current')?.key
  const confirm = state === 'file_unconfirmed' && companyFile !== null && (
    <ConfirmCompanyFile realmId={realmId} companyFile={companyFile} />
  )
  return (
    <StepList
      steps={steps}
      isReadOut={link !== 'none'}
      extras={{
        ...(needsAgent(status) &&
          renderPairing({
            installer,
            issued: pair.data,
            isPending: pair.isPending,
            issue: () => pair.mutateAsync({ realmId }),
            failure: <FailedChange change={pair} title="The pairing code was not created" />,
          })),
        file: current === 'file' && confirm,
        location: current === 'location' && confirm,
        read: state === 'connected' && companyName !== null && <OpenCompanyFile realmId={realmId} />,
      }}
      pictures={pictures}
      results={{ read: companyName ?? '' }}
    />
  )
}
