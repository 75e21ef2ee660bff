'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Alert, Button, Card, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import type { Committed } from './commit-result.tsx'
import classes from './waiting-proposal.module.css'

type Proposal = PortalData['listProposals']['proposals'][number]
type Preview = NonNullable<Proposal['preview']>

interface WaitingProposalProps {
  readonly realmId: RealmId
  readonly proposal: Proposal
  readonly mayCommit: boolean
  /** Called with the result of a commit, before the proposal leaves the list. */
  readonly onCommitted: (write: string, result: Committed) => void
}

const verbs = { create: 'Create', update: 'Update', delete: 'Delete', void: 'Void' } as const

/** Shows what a proposed write would do, and decides about it. */
export function WaitingProposal({ realmId, proposal, mayCommit, onCommitted }: WaitingProposalProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const refresh = { onSettled: () => queryClient.invalidateQueries(trpc.listProposals.pathFilter()) }
  const write = `${verbs[proposal.operation]} ${proposal.entity}`
  const commit = useMutation(
    trpc.commitProposal.mutationOptions({ ...refresh, onSuccess: (result) => onCommitted(write, result) }),
  )
  const reject = useMutation(trpc.rejectProposal.mutationOptions(refresh))
  const { id, operation, hostName, createdAt, preview } = proposal
  const input = { realmId, proposalId: id }
  return (
    <Card withBorder component="article" aria-label={write}>
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={3} size="h5">
            {write}
          </Title>
          <Text size="sm" c="dimmed" component="div">
            Proposed by <bdi>{hostName}</bdi>, <TimeText at={createdAt} />
          </Text>
        </Stack>
        {preview && <PreviewParts preview={preview} />}
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
  preview: { accounts, duplicates, duplicatesAreKnown, before, record, qbxml, followUps },
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
        <Accounts accounts={accounts} />
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
      {followUps.map((followUp, index) => (
        <Part key={followUp.qbxml} title="Sent after it">
          <Text size="sm">{followUp.reason}</Text>
          <CodeBlock label={`qbXML sent after it, ${index + 1}`} code={followUp.qbxml} />
        </Part>
      ))}
    </>
  )
}

function Accounts({ accounts }: Pick<Preview, 'accounts'>) {
  if (!accounts.isKnown) return <Text size="sm">Not known: {accounts.reason}</Text>
  const { postings, leftOut } = accounts
  return (
    <>
      {postings.length === 0 ? (
        <Text size="sm">None</Text>
      ) : (
        <Table
          aria-label="Accounts"
          withRowBorders={false}
          verticalSpacing={2}
          horizontalSpacing={0}
          w="auto"
          maw="100%"
        >
          <Table.Tbody>
            {postings.map(({ account, amount, currency, foreignAmount }) => (
              <Table.Tr key={`${account} ${currency}`}>
                <Table.Td pr="lg">
                  <bdi>{account}</bdi>
                </Table.Td>
                <Table.Td ta="end" className={classes.amount}>
                  {amount}
                </Table.Td>
                {foreignAmount !== undefined && (
                  <Table.Td ta="end" pl="lg" className={classes.amount}>
                    {foreignAmount} {currency}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {leftOut.map((each) => (
        <Text key={each} size="sm" c="dimmed">
          {each}
        </Text>
      ))}
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
