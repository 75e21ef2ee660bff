'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Alert, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'

type Proposal = PortalData['listProposals']['proposals'][number]
type Preview = NonNullable<Proposal['preview']>
type Committed = PortalData['commitProposal']

interface WaitingProposalProps {
  readonly realmId: RealmId
  readonly proposal: Proposal
  readonly mayCommit: boolean
}

const verbs = { create: 'Create', update: 'Update', delete: 'Delete', void: 'Void' } as const

/** Shows what a proposed write would do, and decides about it. */
export function WaitingProposal({ realmId, proposal, mayCommit }: WaitingProposalProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const refresh = { onSettled: () => queryClient.invalidateQueries(trpc.listProposals.pathFilter()) }
  const commit = useMutation(trpc.commitProposal.mutationOptions(refresh))
  const reject = useMutation(trpc.rejectProposal.mutationOptions(refresh))
  const { id, operation, entity, hostName, createdAt, preview } = proposal
  const input = { realmId, proposalId: id }
  return (
    <Card withBorder component="article" aria-label={`${verbs[operation]} ${entity}`}>
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={3} size="h5">
            {verbs[operation]} {entity}
          </Title>
          <Text size="sm" c="dimmed" component="div">
            Proposed by <bdi>{hostName}</bdi>, <TimeText at={createdAt} />
          </Text>
        </Stack>
        {preview && <PreviewParts preview={preview} />}
        {commit.data && <CommitResult result={commit.data} />}
        <Group gap="sm">
          {mayCommit && (
            <Button
              color={operation === 'delete' || operation === 'void' ? 'red' : undefined}
              loading={commit.isPending}
              onClick={() => commit.mutate(input)}
            >
              Commit to QuickBooks
            </Button>
          )}
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate(input)}>
            Reject
          </Button>
        </Group>
        <FailedChange change={commit} title="The write was not committed" />
        <FailedChange change={reject} title="The write was not rejected" />
      </Stack>
    </Card>
  )
}

function PreviewParts({
  preview: { accounts, duplicates, duplicatesAreKnown, before, record, qbxml },
}: {
  preview: Preview
}) {
  return (
    <>
      {duplicates.length > 0 && (
        <Alert color="yellow" title="Likely duplicates">
          <List size="sm">
            {duplicates.map((duplicate) => (
              <List.Item key={duplicate.id}>
                <bdi>{describeDuplicate(duplicate)}</bdi>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {!duplicatesAreKnown && (
        <Text size="sm" c="dimmed">
          Duplicates could not be looked for completely.
        </Text>
      )}
      <Part title="Accounts, as an estimate">
        {accounts.isKnown && accounts.postings.length === 0 && <Text size="sm">None</Text>}
        {accounts.isKnown ? (
          <List size="sm" listStyleType="none">
            {accounts.postings.map(({ account, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an account can occur twice, and the list never changes
              <List.Item key={index}>
                <bdi>{account}</bdi> {amount}
              </List.Item>
            ))}
            {accounts.leftOut.map((each) => (
              <List.Item key={each}>Without {each}</List.Item>
            ))}
          </List>
        ) : (
          <Text size="sm">Not known: {accounts.reason}</Text>
        )}
      </Part>
      {before && (
        <Part title="Record before the change">
          <CodeBlock label="Record before the change" code={before} />
        </Part>
      )}
      <Part title="Proposed record">
        <CodeBlock label="Proposed record" code={record} />
      </Part>
      <Part title="Sent to QuickBooks">
        <CodeBlock label="qbXML" code={qbxml} />
      </Part>
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function describeDuplicate({ reason, id, number, name, date, amount }: Preview['duplicates'][number]): string {
  if (reason === 'proposal') return 'Another waiting proposal has the same record.'
  const known = [number, name, date, amount].filter((each) => each !== undefined).join(', ')
  return `Same ${reason}: ${known === '' ? id : known}`
}

const refusals: Readonly<Record<NonNullable<Committed['refusal']>, string>> = {
  expired: 'The proposal has expired.',
  rejected: 'The proposal was rejected.',
  mode: 'This company file does not accept writes over MCP.',
  changed: 'QuickBooks would get something else than is shown here, because its records have changed.',
}

function CommitResult({ result: { posted, refusal, code, detail } }: { readonly result: Committed }) {
  if (refusal) return <Alert color="yellow" title={refusals[refusal]} />
  if (posted === 'done') return <Alert color="green" title="QuickBooks has the record." />
  const title = posted === 'unknown' ? 'Whether it was posted is not known yet.' : 'Nothing was posted.'
  return (
    <Alert color="red" title={title}>
      {[code, detail].filter(Boolean).join(': ')}
    </Alert>
  )
}
