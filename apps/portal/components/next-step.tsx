'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { findNextStep, type Obstacle, type Situation, type NextStep as Step } from '../lib/next-step.ts'
import { type CurrentOrganization, OrganizationContext } from '../lib/organization.ts'
import { signInAgain } from '../lib/session-end.ts'
import { useTRPC } from '../lib/trpc.ts'
import { AskManagers } from './ask-managers.tsx'
import { CopyText } from './copy-text.tsx'
import { LinkButton } from './link-button.tsx'
import { SubscribeButton } from './subscribe-button.tsx'

interface NextStepProps {
  readonly obstacle: Obstacle
  /** The company file of a call. */
  readonly file?: Situation['file']
}

/** Shows the one step that leads on from an obstacle, for this reader and this organization. */
export function NextStep({ obstacle, file }: NextStepProps) {
  const organization = useContext(OrganizationContext)
  return organization ? (
    <OrganizationStep obstacle={obstacle} file={file} organization={organization} />
  ) : (
    <RenderedStep step={findNextStep(obstacle, {})} />
  )
}

function OrganizationStep({
  obstacle,
  file,
  organization,
}: NextStepProps & { readonly organization: CurrentOrganization }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.getBillingState.queryOptions({ orgId: organization.id }, { retry: false }))
  const situation: Situation = { organization, billing: data, file }
  return <RenderedStep step={findNextStep(obstacle, situation)} />
}

function RenderedStep({ step }: { readonly step: Step }) {
  switch (step.kind) {
    case 'open':
      return (
        <LinkButton href={step.href} variant="default" size="xs" data-next-step>
          {step.label}
        </LinkButton>
      )
    case 'subscribe':
      return <SubscribeButton />
    case 'sign-in':
      return (
        <Button variant="default" size="xs" onClick={signInAgain} data-next-step>
          Sign in again
        </Button>
      )
    case 'ask':
      return (
        <Text size="sm" data-next-step>
          <AskManagers needs={step.needs} />
        </Text>
      )
    case 'operator':
      return (
        <Stack gap="xs" data-next-step>
          <Text size="sm" maw="70ch">
            {step.text}
            {step.command === undefined ? '' : ':'}
          </Text>
          {step.command !== undefined && (
            <Group gap="xs">
              <CopyText value={step.command} label="command" />
            </Group>
          )}
        </Stack>
      )
    case 'stay':
      return (
        <Text size="sm" c="dimmed" maw="70ch" data-next-step>
          {step.text}
        </Text>
      )
  }
}
