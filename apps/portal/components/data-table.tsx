'use client'

import { UnstyledButton } from '@mantine/core'
import Link from 'next/link'
import { parseAsString, useQueryState } from 'nuqs'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import classes from './data-table.module.css'
import { moveBetweenRows } from './move-between-rows.ts'

export interface DataTableColumn<Row> {
  /** Names the column in the address. */
  readonly key: string
  readonly label: string
  readonly render: (row: Row) => ReactNode
  /** Numbers are aligned right. */
  readonly align?: 'left' | 'right'
  /** Makes the column sortable; by the server, which then returns the rows in the order of the address. */
  readonly sortBy?: ((row: Row) => string | number | null | undefined) | 'server'
  /** Leaves the column out of a narrow table. */
  readonly isExtra?: boolean
  /** Shows the column on cards only. */
  readonly isOnCardsOnly?: boolean
  /** A CSS width. Columns without one share the rest. */
  readonly width?: string
}

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  readonly label: string
  /** The first column names the row, and has its link. */
  readonly columns: readonly DataTableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** The row's page. The whole row links to it. */
  readonly href?: (row: Row) => string
  /** The key of the row with open details. */
  readonly selectedKey?: string | null
  /** The address parameter for the sorting, where a page has several tables. */
  readonly sortParameter?: string
}

/**
 * A table with 36-pixel rows. Below 1,200 pixels it has no extra columns; below 640 each row becomes a card with labels. Arrow keys move between rows and
 * Enter opens one; in the header, left and right move between sortable columns.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  href,
  selectedKey,
  sortParameter = 'sort',
}: DataTableProps<Row>) {
  const [sort, setSort] = useQueryState(sortParameter, parseAsString)
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  return (
    // Roles are explicit because cards are not displayed as a table.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label} onKeyDown={handleKey}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                style={{ width: column.width }}
                data-align={column.align}
                data-extra={column.isExtra}
                data-cards-only={column.isOnCardsOnly}
                aria-sort={column.sortBy && toAriaSort(sort, column.key)}
              >
                <ColumnTitle column={column} sort={sort} setSort={(next) => void setSort(next)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sorted.map((row) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                role="row"
                data-row
                data-link={href !== undefined || undefined}
                data-selected={key === selectedKey || undefined}
                tabIndex={href ? undefined : -1}
              >
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    role={index === 0 ? 'rowheader' : 'cell'}
                    data-align={column.align}
                    data-extra={column.isExtra}
                    data-cards-only={column.isOnCardsOnly}
                    data-label={column.label}
                  >
                    {index === 0 && href ? (
                      <Link href={href(row)} className={classes.link} data-row-link prefetch={false}>
                        {column.render(row)}
                      </Link>
                    ) : (
                      column.render(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  )
}

interface ColumnTitleProps<Row> {
  readonly column: DataTableColumn<Row>
  readonly sort: string | null
  readonly setSort: (sort: string | null) => void
}

function ColumnTitle<Row>({ column: { key, label, sortBy }, sort, setSort }: ColumnTitleProps<Row>) {
  if (!sortBy) return label
  const onSort = () => setSort(toNextSort(sort, key))
  return <SortButton label={label} sort={toAriaSort(sort, key)} onSort={onSort} />
}

const arrows = { ascending: '↑', descending: '↓', none: '' } as const

interface SortButtonProps {
  readonly label: string
  readonly sort: keyof typeof arrows
  readonly onSort: () => void
}

function SortButton({ label, sort, onSort }: SortButtonProps) {
  return (
    <UnstyledButton className={classes.sort} data-sort onClick={onSort}>
      {label}
      <span aria-hidden className={classes.arrow}>
        {arrows[sort]}
      </span>
    </UnstyledButton>
  )
}

function handleKey(event: KeyboardEvent<HTMLTableElement>): void {
  if (moveBetweenRows(event.currentTarget, event.target, event.key)) event.preventDefault()
}

function toAriaSort(sort: string | null, key: string): keyof typeof arrows {
  return sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
}

function toNextSort(sort: string | null, key: string): string | null {
  if (sort === key) return `-${key}`
  return sort === `-${key}` ? null : key
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  sort: string | null,
): readonly Row[] {
  const isDescending = sort?.startsWith('-') ?? false
  const value = columns.find(({ key }) => key === (isDescending ? sort?.slice(1) : sort))?.sortBy
  if (!value || value === 'server') return rows
  const direction = isDescending ? -1 : 1
  return rows.toSorted((left, right) => compare(value(left), value(right), direction))
}

type SortValue = string | number | null | undefined

/** Compares two values. Missing ones come last in both directions. */
function compare(left: SortValue, right: SortValue, direction: number): number {
  const isMissing = (value: SortValue) => value === null || value === undefined
  if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right))
  return typeof left === 'number' && typeof right === 'number'
    ? (left - right) * direction
    : collator.compare(String(left), String(right)) * direction
}
