'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { Section } from '../../components/section.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { notify } from '../../lib/notify.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { EnterCode } from './enter-code.tsx'
import { toShownCodes } from './show-recovery-codes.tsx'

// With the QR code, which few readers need.
const TurnOnSecondFactor = dynamic(() => import('./turn-on-second-factor.tsx'), { ssr: false })

type OpenDialog = 'turn-on' | 'turn-off' | 'codes'

/** Turns the reader's second factor on and off, and replaces their recovery codes. */
export function SecondFactor() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { data, error, refetch } = useQuery(trpc.secondFactor.state.queryOptions())
  const close = () => setDialog(undefined)
  const reload = () => queryClient.invalidateQueries(trpc.secondFactor.state.queryFilter())
  const turnOff = async (code: string) => {
    await client.secondFactor.turnOff.mutate({ code })
    notify('The second factor is off.')
    await reload()
  }
  const renew = async (code: string) => {
    const { recoveryCodes } = await client.secondFactor.renewRecoveryCodes.mutate({ code })
    await reload()
    void secrets.show(toShownCodes(recoveryCodes))
  }
  const isOn = data !== undefined && data.since !== null
  return (
    <Section
      title="Second factor"
      description="Signing in also asks for a code from an authenticator app on your phone or computer."
      actions={
        isOn ? (
          <>
            <Button variant="default" onClick={() => setDialog('codes')}>
              Replace recovery codes
            </Button>
            <Button variant="default" onClick={() => setDialog('turn-off')}>
              Turn off
            </Button>
          </>
        ) : (
          data && <Button onClick={() => setDialog('turn-on')}>Turn on</Button>
        )
      }
    >
      {error && !data ? (
        <FailedState error={error} title="The second factor could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={48} />
      ) : (
        <SecondFactorState state={data} />
      )}
      {dialog === 'turn-on' && <TurnOnSecondFactor onClose={close} />}
      {dialog === 'turn-off' && (
        <EnterCode
          title="Turn off the second factor?"
          consequence={describeTurnOff(data?.requiredBy ?? [])}
          action="Turn off"
          errorTitle="The second factor is still on"
          onClose={close}
          onSubmit={turnOff}
        />
      )}
      {dialog === 'codes' && (
        <EnterCode
          title="Replace your recovery codes?"
          consequence="Your current codes stop working."
          action="Replace recovery codes"
          errorTitle="The codes were not replaced"
          onClose={close}
          onSubmit={renew}
        />
      )}
    </Section>
  )
}

const fewCodes = 3

function SecondFactorState({ state }: { state: PortalData['secondFactor']['state'] }) {
  const { since, recoveryCodes, requiredBy } = state
  return (
    <Stack gap="xs">
      <Group gap="lg">
        {since === null ? (
          <StatusBadge tone="neutral">Off</StatusBadge>
        ) : (
          <>
            <StatusBadge tone="success">
              On since <TimeText at={since} />
            </StatusBadge>
            <StatusBadge tone={recoveryCodes < fewCodes ? 'warning' : 'neutral'}>
              {recoveryCodes === 1 ? '1 recovery code is left' : `${recoveryCodes} recovery codes are left`}
            </StatusBadge>
          </>
        )}
      </Group>
      {requiredBy.length > 0 && (
        <Text size="sm" c="dimmed">
          Required by <bdi>{requiredBy.join(', ')}</bdi>.
        </Text>
      )}
    </Stack>
  )
}

function describeTurnOff(requiredBy: readonly string[]): string {
  const signIn = 'Signing in will no longer ask for a code, and your recovery codes stop working.'
  return requiredBy.length === 0
    ? signIn
    : `${signIn} You won’t see ${requiredBy.join(', ')} until you turn it on again.`
}
