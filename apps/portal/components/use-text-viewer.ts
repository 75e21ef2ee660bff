import { useMemo, useState } from 'react'
import { findMatch, getVisibleLines, type Match, searchLines, splitParts, toLines } from '../lib/text-lines.ts'

/** Holds what a text viewer shows: one part of the text, its folded lines, and the search with its current match. */
export function useTextViewer(text: string) {
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

  const showPart = (index: number) => {
    setChosen(index)
    setFolded(new Set())
    setMatch(undefined)
  }
  return {
    partCount: parts.length,
    part,
    showPart,
    lines,
    /** Indexes of the lines outside folds. */
    visible,
    folded,
    toggleFold: (index: number) => {
      const next = new Set(folded)
      if (!next.delete(index)) next.add(index)
      setFolded(next)
    },
    search,
    startSearch: (wanted: string) => {
      setSearch(wanted)
      setMatch(undefined)
    },
    /** Clears the search and keeps its last match marked. */
    clearSearch: () => setSearch(''),
    matches,
    match,
    showMatch: (direction: 1 | -1) => {
      const from = match ?? { part, line: direction === 1 ? -1 : lines.length }
      const next = findMatch({ parts, search, from, direction })
      if (next === undefined) return
      showPart(next.part)
      setMatch(next)
    },
  }
}
