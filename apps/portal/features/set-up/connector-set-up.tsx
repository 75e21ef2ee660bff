'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { CreateConnectorCredential } from '../company-files/create-connector-credential.tsx'
import { DownloadConnectorFile } from '../company-files/download-connector-file.tsx'
import type { CompanyFileStatus } from '../company-files/queries.ts'
import { getConnectorSteps } from './connector-steps.ts'
import { OpenCompanyFile } from './open-company-file.tsx'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'

const refetchMs = 2_000

interface ConnectorSetUpProps {
  readonly realmId: RealmId
  readonly status: CompanyFileStatus
  /** Whether a link was sent to the person at the PC. */
  readonly isLinkSent: boolean
  readonly pictures: SetUpPictures['connector']
}

/** The steps to connect a company file through the QuickBooks Web Connector. */
export function ConnectorSetUp({ realmId, status, isLinkSent, pictures }: ConnectorSetUpProps) {
  const trpc = useTRPC()
  const list = useQuery(trpc.listConnectorCredentials.queryOptions({ realmId }, { refetchInterval: refetchMs }))
  if (list.isError && !list.data) {
    return (
      <FailedState error={list.error} title="The credentials could not be loaded" retry={() => void list.refetch()} />
    )
  }
  if (!list.data) return <BlockSkeleton height={420} />
  const credentials = list.data.connectorCredentials.filter(({ revoked }) => !revoked)
  const latest = credentials.at(-1)
  const { state, transport, companyName } = status
  const steps = getConnectorSteps({
    state,
    transport,
    companyName,
    hasCredential: latest !== undefined,
    hasPolled: credentials.some(({ lastPolledAt }) => lastPolledAt !== null),
  })
  return (
    <StepList
      steps={steps}
      isReadOut={isLinkSent}
      extras={{
        credential: (
          <Group gap="sm" align="flex-start">
            {latest === undefined ? (
              <CreateConnectorCredential realmId={realmId} />
            ) : (
              <DownloadConnectorFile credential={latest} label={`Download the file of ${latest.label}`} />
            )}
          </Group>
        ),
        read: state === 'connected' && companyName !== null && <OpenCompanyFile realmId={realmId} />,
      }}
      pictures={pictures}
      results={{ read: companyName ?? '' }}
    />
  )
}
