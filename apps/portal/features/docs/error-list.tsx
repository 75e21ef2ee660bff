'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import classes from './error-list.module.css'

/** A line in the list of codes. */
export interface ListedError {
  readonly code: string
  readonly anchor: string
  readonly origin: string
  readonly statuses: readonly number[]
  readonly text: string
  readonly repeat: string
}

export interface ErrorListSection {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly errors: readonly ListedError[]
}

interface Filter {
  readonly code: string
  readonly status: string
  readonly origin: string
  readonly repeat: string
}

const filterNames = ['code', 'status', 'origin', 'repeat'] as const
const noFilter: Filter = { code: '', status: '', origin: '', repeat: '' }

/** Lists all codes, with filters kept in the address. Without scripts it lists them all. */
export function ErrorList({ sections }: { sections: readonly ErrorListSection[] }) {
  const errors = useMemo(() => sections.flatMap((section) => section.errors), [sections])
  const [filter, setFilter] = useFilterInAddress(errors)
  const change = (name: keyof Filter) => (value: string) => setFilter({ ...filter, [name]: value })
  const shown = sections
    .map((section) => ({ ...section, errors: section.errors.filter((error) => matches(error, filter)) }))
    .filter((section) => section.errors.length > 0)
  return (
    <>
      <search className={classes.filters} data-no-index>
        <label className={classes.label}>
          Code or text
          <input
            type="search"
            className={classes.input}
            value={filter.code}
            onChange={(event) => change('code')(event.currentTarget.value)}
            data-page-filter
          />
        </label>
        <Choice
          label="HTTP status"
          values={listValues(errors, ({ statuses }) => statuses.map(String))}
          value={filter.status}
          onChange={change('status')}
        />
        <Choice
          label="Origin"
          values={listValues(errors, ({ origin }) => [origin])}
          value={filter.origin}
          onChange={change('origin')}
        />
        <Choice
          label="Safe to repeat"
          values={listValues(errors, ({ repeat }) => [repeat])}
          value={filter.repeat}
          onChange={change('repeat')}
        />
        <output className={classes.count}>
          {shown.reduce((sum, section) => sum + section.errors.length, 0)} of {errors.length} codes
        </output>
      </search>
      {shown.map(({ title, anchor, text, errors: rows }) => (
        <section key={anchor} aria-labelledby={anchor} className={classes.section}>
          <h2 id={anchor} className={classes.heading}>
            {title}
          </h2>
          <p className={classes.text}>{text}</p>
          <ul className={classes.list}>
            {rows.map((error) => (
              <li key={error.anchor} id={error.anchor} className={classes.row}>
                <Link href={`/docs/errors/${error.anchor}`} className={classes.code} prefetch={false}>
                  {error.code}
                </Link>
                <span className={classes.when}>{error.text}</span>
                <span className={classes.facts}>
                  <span>HTTP {error.statuses.join(', ')}</span>
                  <span>{describeRepeat(error.repeat)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && (
        <p className={classes.empty}>
          No code matches.{' '}
          <button type="button" className={classes.clear} onClick={() => setFilter(noFilter)}>
            Clear filters
          </button>
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly values: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ label, values, value, onChange }: ChoiceProps) {
  return (
    <label className={classes.label}>
      {label}
      <select className={classes.input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Any</option>
        {values.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

/** Keeps the filter in the address. A code's anchor, as in older links, leads to its page. */
function useFilterInAddress(errors: readonly ListedError[]) {
  const router = useRouter()
  const [filter, setFilter] = useState(noFilter)
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1))
    if (errors.some((error) => error.anchor === anchor)) router.replace(`/docs/errors/${anchor}`)
    const parameters = new URLSearchParams(window.location.search)
    const found = Object.fromEntries(filterNames.map((name) => [name, parameters.get(name) ?? '']))
    if (parameters.size > 0) setFilter({ ...noFilter, ...found })
  }, [errors, router])
  const change = (next: Filter) => {
    setFilter(next)
    const parameters = new URLSearchParams(filterNames.filter((name) => next[name]).map((name) => [name, next[name]]))
    window.history.replaceState(null, '', parameters.size > 0 ? `?${parameters}` : window.location.pathname)
  }
  return [filter, change] as const
}

function matches({ code, text, statuses, origin, repeat }: ListedError, filter: Filter): boolean {
  const searched = filter.code.trim().toLowerCase()
  return (
    (searched === '' || `${code} ${text}`.toLowerCase().includes(searched)) &&
    (filter.status === '' || statuses.map(String).includes(filter.status)) &&
    (filter.origin === '' || filter.origin === origin) &&
    (filter.repeat === '' || filter.repeat === repeat)
  )
}

function listValues(errors: readonly ListedError[], read: (error: ListedError) => readonly string[]): string[] {
  return [...new Set(errors.flatMap(read))].sort()
}

function describeRepeat(repeat: string): string {
  if (repeat === 'never') return 'Do not repeat'
  return repeat === 'always' ? 'Safe to repeat' : 'Repeat with requestid'
}
