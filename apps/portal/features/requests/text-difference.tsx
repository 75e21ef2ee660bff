'use client'

import { Text } from '@mantine/core'
import { diffLines } from 'diff'
import { useMemo } from 'react'
import { toComparedText } from './compared-text.ts'
import classes from './text-difference.module.css'

/** Longer texts would block the page. */
const maxComparedCharacters = 200_000

interface TextDifferenceProps {
  /** Names the texts: `response`. */
  readonly name: string
  /** Undefined for a text that is not kept. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Shows in what lines two texts differ. The time of a response does not count. */
export default function TextDifference({ name, before, after }: TextDifferenceProps) {
  const changes = useMemo(() => {
    if (before === undefined || after === undefined || before.length + after.length > maxComparedCharacters)
      return undefined
    return diffLines(toComparedText(before), toComparedText(after))
  }, [before, after])
  if (changes === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {before === undefined || after === undefined
          ? 'The bodies are not kept.'
          : 'The texts are too long to compare.'}
      </Text>
    )
  }
  if (changes.every(({ added, removed }) => !added && !removed)) {
    return (
      <Text size="sm" c="dimmed">
        No differences.
      </Text>
    )
  }
  return (
    <section aria-label={`Differences of ${name}`}>
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
  )
}
