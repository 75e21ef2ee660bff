'use client'

import { Stack, Text, Title } from '@mantine/core'
import { diffLines } from 'diff'
import { useMemo } from 'react'
import { describeTarget, type ExplainedRequest, printMs } from './logged-request.ts'
import classes from './request-comparison.module.css'
import { toLines } from './text-lines.ts'

/** Longer texts would block the page. */
const comparedCharactersMax = 200_000

interface DifferencesProps {
  readonly left: ExplainedRequest
  readonly right: ExplainedRequest
}

/** Shows two requests next to each other, and in what their bodies differ. */
export default function Differences({ left, right }: DifferencesProps) {
  const rows = [
    ['Result', left.sentence, right.sentence],
    ['Status', left.request.status, right.request.status],
    ['Path or query', describeTarget(left.request), describeTarget(right.request)],
    ['Duration', printMs(left.request.totalMs), printMs(right.request.totalMs)],
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
    if (left === undefined || right === undefined || left.length + right.length > comparedCharactersMax)
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
          Both are the same.
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
