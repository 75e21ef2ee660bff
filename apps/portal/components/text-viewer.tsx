'use client'

import { ActionIcon, Button, Group, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy, IconSearch, IconX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { copyToClipboard } from '../lib/copy-to-clipboard.ts'
import { findMatch, getVisibleLines, type Match, searchLines, splitParts, toLines } from '../lib/text-lines.ts'
import classes from './text-viewer.module.css'

interface TextViewerProps {
  /** Describes the text to screen readers. */
  readonly label: string
  readonly text: string
  /** The whole text's length, if `text` is only its beginning. */
  readonly characters?: number
  /** For a panel with a border. */
  readonly isFramed?: boolean
}

const lineHeight = 20
const copiedMs = 1_500
const maxIndentColumns = 24

/** Shows JSON, qbXML or plain text, however long: formatted, foldable, searchable, in parts. */
export function TextViewer({ label, text, characters = text.length, isFramed = false }: TextViewerProps) {
  const parts = useMemo(() => splitParts(text), [text])
  const [chosen, setChosen] = useState(0)
  // Another text may have fewer parts.
  const part = Math.min(chosen, parts.length - 1)
  const lines = useMemo(() => toLines(parts[part] ?? ''), [parts, part])
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const visible = useMemo(() => getVisibleLines(lines, folded), [lines, folded])
  const [search, setSearch] = useState('')
  const matches = useMemo(() => searchLines(lines, search), [lines, search])
  const [match, setMatch] = useState<Match>()
  const scroll = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  const { scrollToIndex } = virtualizer
  useEffect(() => {
    if (match !== undefined) scrollToIndex(match.line, { align: 'center' })
  }, [match, scrollToIndex])

  const showPart = (index: number) => {
    setChosen(index)
    setFolded(new Set())
    setMatch(undefined)
  }
  const showMatch = (direction: 1 | -1) => {
    const next = findMatch({
      parts,
      search,
      from: match ?? { part, line: direction === 1 ? -1 : lines.length },
      direction,
    })
    if (next === undefined) return
    showPart(next.part)
    setMatch(next)
  }
  const toggle = (index: number) => {
    const next = new Set(folded)
    if (!next.delete(index)) next.add(index)
    setFolded(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') showMatch(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && search !== '') setSearch('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isCut = characters > text.length
  return (
    <div className={classes.viewer} data-framed={isFramed || undefined}>
      <Group gap="xs" className={classes.tools} wrap="nowrap">
        <TextInput
          size="xs"
          type="search"
          aria-label={`Search ${label}`}
          placeholder="Search, then Enter"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setMatch(undefined)
          }}
          onKeyDown={handleKey}
          className={classes.search}
        />
        <Text size="xs" c="dimmed" aria-live="polite" className={classes.count}>
          {search !== '' && describeMatches(matches, match, parts.length)}
        </Text>
        {parts.length > 1 && (
          <NativeSelect
            size="xs"
            w={132}
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
                <div
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={position}
                  className={classes.line}
                  style={{ transform: `translateY(${start}px)` }}
                >
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
                  <code data-match={match?.line === index || undefined} style={hangingIndent(line.text)}>
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
        <Text size="xs" c="dimmed" className={classes.note}>
          {`Only the first ${formatSize(text.length)} of ${formatSize(characters)} are shown.`}
        </Text>
      )}
      {part < parts.length - 1 && (
        <div className={classes.note}>
          <Button variant="default" size="xs" onClick={() => showPart(part + 1)}>
            Show the next part
          </Button>
        </div>
      )}
    </div>
  )
}

/** Overlong lines continue below their beginning. */
function hangingIndent(text: string) {
  const columns = Math.min(maxIndentColumns, text.length - text.trimStart().length + 2)
  return { paddingInlineStart: `${columns}ch`, textIndent: `-${columns}ch` }
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

function describeMatches(matches: readonly number[], match: Match | undefined, parts: number): string {
  const place = parts > 1 ? ' in this part' : ''
  if (matches.length === 0) return `Nothing${place}`
  const position = match === undefined ? 0 : matches.indexOf(match.line)
  return `${position + 1} of ${matches.length}${place}`
}

function formatSize(characters: number): string {
  if (characters < 1024) return `${characters} characters`
  const kilobytes = characters / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
