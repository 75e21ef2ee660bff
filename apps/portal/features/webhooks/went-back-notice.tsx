'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { describeWentBack } from './describe-went-back.ts'
import { WentBackStep } from './went-back-step.tsx'

/** Says that a company file went back and that apps with a webhook have to read it again. */
export function WentBackNotice({ realmId }: { readonly realmId: RealmId }) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { data, error, refetch } = useQuery(trpc.listWentBack.queryOptions({ orgId, realmId }))
  if (error && !data) {
    return (
      <FailedState
        error={error}
        title="Whether the company file went back could not be loaded"
        retry={() => void refetch()}
      />
    )
  }
  const file = data?.realms[0]
  if (!file) return null
  return (
    <Alert variant="outline" color="gray" title="Apps must read this company file again">
      <Stack gap={4}>
        <Text size="sm">
          It was {describeWentBack(file)} (<TimeText at={file.since} isAbsolute />
          ).
        </Text>
        <WentBackStep />
      </Stack>
    </Alert>
  )
}
