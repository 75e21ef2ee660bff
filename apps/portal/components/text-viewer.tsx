'use client'

import { ActionIcon, Button, Group, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy, IconSearch, IconX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { copyToClipboard } from '../lib/copy-to-clipboard.ts'
import type { Match, TextLine } from '../lib/text-lines.ts'
import classes from './text-viewer.module.css'
import { useFoldKeys } from './use-fold-keys.ts'
import { useTextViewer } from './use-text-viewer.ts'

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
  const viewer = useTextViewer(text)
  const { part, partCount, showPart } = viewer
  return (
    <div className={classes.viewer} data-framed={isFramed || undefined}>
      <Toolbar viewer={viewer} label={label} text={text} />
      <Lines viewer={viewer} label={label} />
      {characters > text.length && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {`Only the first ${formatSize(text.length)} of ${formatSize(characters)} are shown.`}
        </Text>
      )}
      {part < partCount - 1 && (
        <div className={classes.note}>
          <Button variant="default" size="xs" onClick={() => showPart(part + 1)}>
            Show the next part
          </Button>
        </div>
      )}
    </div>
  )
}

interface ViewerProps {
  readonly viewer: ReturnType<typeof useTextViewer>
  readonly label: string
}

function Toolbar({ viewer, label, text }: ViewerProps & { readonly text: string }) {
  const { part, partCount, search } = viewer
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') viewer.showMatch(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && search !== '') viewer.clearSearch()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Group gap="xs" className={classes.tools} wrap="nowrap">
      <TextInput
        size="xs"
        type="search"
        aria-label={`Search ${label}`}
        placeholder="Search, then Enter"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => viewer.startSearch(event.currentTarget.value)}
        onKeyDown={handleKey}
        className={classes.search}
      />
      <Text size="xs" c="dimmed" aria-live="polite" className={classes.count}>
        {search !== '' && describeMatches(viewer.matches, viewer.match, partCount)}
      </Text>
      {partCount > 1 && (
        <NativeSelect
          size="xs"
          w={132}
          aria-label={`Part of ${label}`}
          data={Array.from({ length: partCount }, (_, index) => ({
            value: String(index),
            label: `Part ${index + 1} of ${partCount}`,
          }))}
          value={String(part)}
          onChange={(event) => viewer.showPart(Number(event.currentTarget.value))}
        />
      )}
      <CopyButton label={label} text={text} />
    </Group>
  )
}

function Lines({ viewer, label }: ViewerProps) {
  const { lines, visible, folded, match } = viewer
  const scroll = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  const { scrollToIndex } = virtualizer
  const foldButton = useFoldKeys({
    foldable: visible.filter((index) => lines[index]?.foldsUntil !== undefined),
    rendered: new Set(virtualizer.getVirtualItems().map(({ index }) => visible[index] ?? 0)),
    folded,
    onToggle: viewer.toggleFold,
    onScrollTo: (line) => scrollToIndex(visible.indexOf(line)),
  })
  useEffect(() => {
    if (match !== undefined) scrollToIndex(match.line, { align: 'center' })
  }, [match, scrollToIndex])
  return (
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
                <Line
                  line={line}
                  isFolded={folded.has(index)}
                  isMatch={match?.line === index}
                  search={viewer.search}
                  foldButton={{ ...foldButton(index), onClick: () => viewer.toggleFold(index) }}
                />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

interface LineProps {
  readonly line: TextLine
  readonly isFolded: boolean
  readonly isMatch: boolean
  readonly search: string
  readonly foldButton: ComponentProps<typeof UnstyledButton<'button'>>
}

function Line({ line, isFolded, isMatch, search, foldButton }: LineProps) {
  return (
    <>
      {line.foldsUntil === undefined ? (
        <span className={classes.fold} />
      ) : (
        <UnstyledButton
          className={classes.fold}
          aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${line.text.trim()}`}
          aria-expanded={!isFolded}
          {...foldButton}
        >
          {isFolded ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
        </UnstyledButton>
      )}
      <code data-match={isMatch || undefined} style={hangingIndent(line.text)}>
        <Highlighted text={line.text} search={search} />
        {isFolded && <span className={classes.hidden}> … </span>}
      </code>
    </>
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
