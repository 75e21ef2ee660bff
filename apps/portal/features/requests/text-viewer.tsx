'use client'

import { ActionIcon, Button, Group, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy, IconSearch, IconX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'
import { getVisibleLines, splitParts, toLines } from './text-lines.ts'
import classes from './text-viewer.module.css'

interface TextViewerProps {
  /** Describes the text to screen readers. */
  readonly label: string
  readonly text: string
  /** The length of the whole text, of which the log keeps the beginning. */
  readonly characters?: number
}

const lineHeight = 20
const linesShownMax = 22
const copiedMs = 1_500

/** Shows JSON or qbXML: formatted, foldable, searchable, and in parts if it is long. */
export function TextViewer({ label, text, characters = text.length }: TextViewerProps) {
  const parts = useMemo(() => splitParts(text), [text])
  const [part, setPart] = useState(0)
  const lines = useMemo(() => toLines(parts[part] ?? ''), [parts, part])
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const visible = useMemo(() => getVisibleLines(lines, folded), [lines, folded])
  const [search, setSearch] = useState('')
  const matches = useMemo(() => findMatches(lines, search), [lines, search])
  const [match, setMatch] = useState(0)
  const scroll = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })

  const showPart = (index: number) => {
    setPart(index)
    setFolded(new Set())
    setMatch(0)
  }
  const showMatch = (index: number) => {
    if (matches.length === 0) return
    const next = (index + matches.length) % matches.length
    setMatch(next)
    setFolded(new Set())
    virtualizer.scrollToIndex(matches[next] ?? 0, { align: 'center' })
  }
  const toggle = (index: number) => {
    const next = new Set(folded)
    if (!next.delete(index)) next.add(index)
    setFolded(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') showMatch(event.shiftKey ? match - 1 : search === '' ? 0 : match + 1)
    else if (event.key === 'Escape' && search !== '') setSearch('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isCut = characters > text.length
  return (
    <div className={classes.viewer}>
      <Group gap="xs" className={classes.tools} wrap="nowrap">
        <TextInput
          size="xs"
          type="search"
          aria-label={`Search ${label}`}
          placeholder="Search"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setMatch(0)
          }}
          onKeyDown={handleKey}
          className={classes.search}
        />
        <Text size="xs" c="dimmed" aria-live="polite" className={classes.count}>
          {search !== '' && (matches.length === 0 ? 'Nothing' : `${match + 1} of ${matches.length}`)}
        </Text>
        {parts.length > 1 && (
          <NativeSelect
            size="xs"
            w={120}
            aria-label={`Part of ${label}`}
            data={parts.map((_, index) => ({ value: String(index), label: `Part ${index + 1} of ${parts.length}` }))}
            value={String(part)}
            onChange={(event) => showPart(Number(event.currentTarget.value))}
          />
        )}
        <CopyButton label={label} text={text} />
      </Group>
      <section
        ref={scroll}
        className={classes.scroll}
        style={{ height: Math.min(linesShownMax, visible.length) * lineHeight + 16 }}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area is reached with the keyboard
        tabIndex={0}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index: position, start }) => {
            const index = visible[position] ?? 0
            const line = lines[index]
            return (
              line && (
                <div key={index} className={classes.line} style={{ transform: `translateY(${start}px)` }}>
                  {line.foldsUntil === undefined ? (
                    <span className={classes.fold} />
                  ) : (
                    <UnstyledButton
                      className={classes.fold}
                      tabIndex={-1}
                      aria-label={folded.has(index) ? 'Unfold' : 'Fold'}
                      onClick={() => toggle(index)}
                    >
                      {folded.has(index) ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
                    </UnstyledButton>
                  )}
                  <code data-match={matches[match] === index || undefined}>
                    <Highlighted text={line.text} search={search} />
                    {folded.has(index) && <span className={classes.hidden}> … </span>}
                  </code>
                </div>
              )
            )
          })}
        </div>
      </section>
      {isCut && (
        <Text size="xs" c="dimmed" mt={4}>
          {`The log keeps the first ${printSize(text.length)} of ${printSize(characters)}.`}
        </Text>
      )}
      {parts.length > 1 && part < parts.length - 1 && (
        <Button variant="default" size="xs" mt="xs" onClick={() => showPart(part + 1)}>
          Show the next part
        </Button>
      )}
    </div>
  )
}

const copyTexts = { idle: 'Copy', copied: 'Copied', refused: 'The browser refused to copy' } as const
const copyIcons = { idle: IconCopy, copied: IconCheck, refused: IconX } as const

function CopyButton({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<keyof typeof copyTexts>('idle')
  const copy = async () => {
    setOutcome((await copyToClipboard(text)) ? 'copied' : 'refused')
    setTimeout(() => setOutcome('idle'), copiedMs)
  }
  const Icon = copyIcons[outcome]
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={`${copyTexts[outcome]} ${label}`}
      title={copyTexts[outcome]}
      onClick={copy}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}

function Highlighted({ text, search }: { text: string; search: string }) {
  const start = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase())
  if (start < 0) return text
  const end = start + search.length
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

function findMatches(lines: readonly { readonly text: string }[], search: string): readonly number[] {
  if (search === '') return []
  const wanted = search.toLowerCase()
  return lines.flatMap(({ text }, index) => (text.toLowerCase().includes(wanted) ? [index] : []))
}

function printSize(characters: number): string {
  if (characters < 1024) return `${characters} characters`
  const kilobytes = characters / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
