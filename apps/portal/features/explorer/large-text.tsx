'use client'

import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import classes from './large-text.module.css'
import { findPart, splitIntoParts } from './text-parts.ts'

interface LargeTextProps {
  /** Describes the text to screen readers. */
  readonly label: string
  readonly text: string
}

/** Shows a text of any size in parts, and searches all of them. */
export function LargeText({ label, text }: LargeTextProps) {
  const parts = splitIntoParts(text)
  const [chosen, setChosen] = useState(0)
  const [search, setSearch] = useState('')
  const [isMissing, setMissing] = useState(false)
  const index = Math.min(chosen, parts.length - 1)
  const shown = parts[index] ?? ''
  const find = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || search === '') return
    event.preventDefault()
    const found = findPart(parts, search, index)
    setMissing(found === undefined)
    if (found !== undefined) setChosen(found)
  }
  return (
    <>
      {parts.length > 1 && (
        <Group gap="xs" px="sm" py={6} className={classes.bar}>
          <ActionIcon
            variant="default"
            aria-label="Previous part"
            disabled={index === 0}
            onClick={() => setChosen(index - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <Text size="xs" className={classes.numbers} aria-live="polite">
            Part {index + 1} of {parts.length}
          </Text>
          <ActionIcon
            variant="default"
            aria-label="Next part"
            disabled={index === parts.length - 1}
            onClick={() => setChosen(index + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
          <TextInput
            size="xs"
            aria-label={`Search in ${label}`}
            placeholder="Search, then Enter"
            value={search}
            error={isMissing && 'Not found'}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setMissing(false)
            }}
            onKeyDown={find}
          />
        </Group>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={label}>
        <pre className={classes.text}>{search === '' ? shown : highlight(shown, search)}</pre>
      </section>
    </>
  )
}

const marksMax = 500

function highlight(text: string, search: string) {
  const pieces = text.split(search)
  if (pieces.length === 1 || pieces.length > marksMax) return text
  return pieces.flatMap((piece, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces differ only by their position
    position === 0 ? [piece] : [<mark key={position}>{search}</mark>, piece],
  )
}
