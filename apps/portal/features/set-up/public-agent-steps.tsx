'use client'

import { Anchor, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { ConfirmFile } from '../company-files/confirm-file.tsx'
import { getAgentSteps, needsAgent } from './agent-steps.ts'
import type { Installer } from './describe-installer.ts'
import { renderPairing } from './pair-agent.tsx'
import type { SetUp } from './queries.ts'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'

interface PublicAgentStepsProps {
  readonly token: string
  readonly setup: SetUp
  readonly installer: Installer | undefined
  readonly pictures: SetUpPictures['agent']
}

/** The steps to connect an agent, for the reader of a set-up link. */
export function PublicAgentSteps({ token, setup, installer, pictures }: PublicAgentStepsProps) {
  const trpc = useTRPC()
  const pair = useMutation(trpc.setup.pair.mutationOptions({ gcTime: 0 }))
  const { state, companyFile, companyName, sender, canPair } = setup
  const hasInstaller = installer !== undefined
  const steps = getAgentSteps({ ...setup, hasCode: pair.isSuccess }, { hasInstaller, sender })
  const current = steps.find(({ progress }) => progress === 'current')?.key
  const question = state === 'file_unconfirmed' && companyFile !== null && (
    <ConfirmSetUpFile token={token} companyFile={companyFile} />
  )
  return (
    <StepList
      steps={steps}
      pictures={pictures}
      extras={{
        ...(!hasInstaller && needsAgent(setup) && { install: <MailTo email={sender.email} /> }),
        ...(needsAgent(setup) && !canPair && { pair: <UsedLink email={sender.email} /> }),
        ...(needsAgent(setup) &&
          canPair &&
          renderPairing({
            installer,
            issued: pair.data,
            isPending: pair.isPending,
            issue: () => pair.mutateAsync({ token }),
            failure: <FailedChange change={pair} title="The pairing code was not created" />,
          })),
        file: current === 'file' && question,
        location: current === 'location' && question,
      }}
      results={{ read: companyName ?? '' }}
    />
  )
}

function MailTo({ email }: { email: string }) {
  return (
    <Text size="sm">
      <Anchor href={`mailto:${email}?subject=${encodeURIComponent('The installer of the agent')}`} underline="always">
        Write to {email}
      </Anchor>
    </Text>
  )
}

/** The next step of a PC that was connected through the link and is not any more. */
function UsedLink({ email }: { email: string }) {
  return (
    <Text size="sm" maw="64ch">
      An agent was connected through this link, and is offline now. Start the PC and the agent. To connect another PC,
      ask {email} for a new link.
    </Text>
  )
}

function ConfirmSetUpFile({ token, companyFile }: { token: string; companyFile: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const confirm = useMutation(
    trpc.setup.confirm.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.setup.state.queryFilter({ token })),
    }),
  )
  return (
    <ConfirmFile
      companyFile={companyFile}
      isPending={confirm.isPending}
      onConfirm={() => confirm.mutate({ token, companyFile })}
      failure={<FailedChange change={confirm} title="The company file was not confirmed" />}
    />
  )
}
