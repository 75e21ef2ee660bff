'use client'

import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Section } from './detail-section.tsx'
import { describeTarget, type ExplainedRequest, formatMs } from './logged-request.ts'
import classes from './request-comparison.module.css'
import TextDifference from './text-difference.tsx'

const maxChoices = 30

interface RequestDifferencesProps {
  readonly explained: ExplainedRequest
  readonly otherId: string | null
  readonly onChoose: (id: string | null) => void
}

/** Chooses the other request, and shows in what the two differ. */
export default function RequestDifferences({ explained, otherId, onChoose }: RequestDifferencesProps) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { request } = explained
  const similar = useQuery(
    trpc.searchRequests.queryOptions({
      orgId,
      limit: maxChoices,
      ...(request.operation !== null && { operation: request.operation }),
      ...(request.entity !== null && { entity: request.entity }),
    }),
  )
  const other = useQuery(
    trpc.explainRequest.queryOptions({ loggedRequestId: otherId ?? '' }, { enabled: otherId !== null, retry: false }),
  )
  const choices = (similar.data?.requests ?? []).filter(({ id }) => id !== request.id)
  return (
    <Section title="Comparison">
      <Stack gap="sm">
        <NativeSelect
          aria-label="The other request"
          data={[
            {
              value: '',
              label: similar.isSuccess && choices.length === 0 ? 'There is no similar request' : 'Choose a request',
            },
            ...choices.map((choice) => ({
              value: choice.id,
              label: `${choice.code ?? choice.status} · ${describeTarget(choice).slice(0, 60)} · ${new Date(choice.at).toLocaleString()}`,
            })),
          ]}
          value={otherId ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
        />
        {other.isError && <Text c="dimmed">There is no such request.</Text>}
        {other.data && <Differences left={explained} right={other.data} />}
      </Stack>
    </Section>
  )
}

interface DifferencesProps {
  readonly left: ExplainedRequest
  readonly right: ExplainedRequest
}

function Differences({ left, right }: DifferencesProps) {
  const rows = [
    ['Result', left.sentence, right.sentence],
    ['Status', left.request.status, right.request.status],
    ['Path or query', describeTarget(left.request), describeTarget(right.request)],
    ['Duration', formatMs(left.request.totalMs), formatMs(right.request.totalMs)],
  ] as const
  return (
    <Stack gap="sm">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col"> </th>
            <th scope="col">This request</th>
            <th scope="col">The other one</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, mine, theirs]) => (
            <tr key={name} data-differs={mine !== theirs || undefined}>
              <th scope="row">{name}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(['request', 'response'] as const).map((name) => (
        <div key={name}>
          <Title order={4} size="h6" mb={4}>
            {name === 'request' ? 'Request' : 'Response'}
          </Title>
          <TextDifference name={name} before={getBody(left, name)} after={getBody(right, name)} />
        </div>
      ))}
    </Stack>
  )
}

function getBody({ request: { bodies } }: ExplainedRequest, name: 'request' | 'response'): string | undefined {
  return name === 'request' ? bodies?.request : bodies?.answer
}
