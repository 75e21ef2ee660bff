'use client'

import { Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { diffLines } from 'diff'
import { useMemo } from 'react'
import { toLines } from '../../lib/text-lines.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Section } from './detail-section.tsx'
import { describeTarget, type ExplainedRequest, formatMs } from './logged-request.ts'
import classes from './request-comparison.module.css'

const maxChoices = 30
/** Longer texts would block the page. */
const maxComparedCharacters = 200_000

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
        <Select
          aria-label="The other request"
          placeholder={similar.isSuccess && choices.length === 0 ? 'There is no similar request' : 'Choose a request'}
          searchable
          clearable
          data={choices.map((choice) => ({
            value: choice.id,
            label: `${choice.code ?? choice.status} · ${describeTarget(choice).slice(0, 60)} · ${new Date(choice.at).toLocaleString()}`,
          }))}
          value={otherId}
          onChange={(id) => onChoose(id)}
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
      <Difference title="Request" left={left.request.bodies?.request} right={right.request.bodies?.request} />
      <Difference title="Response" left={left.request.bodies?.answer} right={right.request.bodies?.answer} />
    </Stack>
  )
}

interface DifferenceProps {
  readonly title: string
  readonly left: string | undefined
  readonly right: string | undefined
}

function Difference({ title, left, right }: DifferenceProps) {
  const changes = useMemo(() => {
    if (left === undefined || right === undefined || left.length + right.length > maxComparedCharacters)
      return undefined
    return diffLines(toText(left), toText(right))
  }, [left, right])
  return (
    <div>
      <Title order={4} size="h6" mb={4}>
        {title}
      </Title>
      {changes === undefined ? (
        <Text size="sm" c="dimmed">
          {left === undefined || right === undefined
            ? 'The bodies are not kept.'
            : 'The texts are too long to compare.'}
        </Text>
      ) : changes.every(({ added, removed }) => !added && !removed) ? (
        <Text size="sm" c="dimmed">
          No differences.
        </Text>
      ) : (
        <section aria-label={`Differences of ${title.toLowerCase()}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area is reached with the keyboard */}
          <pre className={classes.changes} tabIndex={0}>
            {changes.map(({ value, added, removed }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: changes never move
              <span key={index} data-change={added ? 'added' : removed ? 'removed' : undefined}>
                {value
                  .replace(/^/gm, added ? '+ ' : removed ? '- ' : '  ')
                  .replace(/\n[+-] $/, '\n')
                  .replace(/\n {2}$/, '\n')}
              </span>
            ))}
          </pre>
        </section>
      )}
    </div>
  )
}

function toText(text: string): string {
  return `${toLines(text)
    .map((line) => line.text)
    .join('\n')}\n`
}
