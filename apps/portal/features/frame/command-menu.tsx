'use client'

import { Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type Dispatch, type KeyboardEvent, useEffect, useId, useReducer, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { formatCount } from '../../lib/format-count.ts'
import classes from './command-menu.module.css'
import { MenuOption } from './menu-option.tsx'
import {
  emptyMenu,
  getSelectedId,
  isSearching,
  type MenuEvent,
  type MenuKey,
  type MenuState,
  reduceMenu,
} from './menu-state.ts'
import { type MenuTools, useMenuSearch } from './use-menu-search.ts'

interface CommandMenuProps extends MenuTools {
  /** Opens the menu each time the number grows. */
  readonly openings: number
}

const keys: Readonly<Record<string, MenuKey>> = { ArrowDown: 'next', ArrowUp: 'previous', Enter: 'open' }

/** A dialog that leads to pages, company files, apps and the documentation, and begins actions. */
export default function CommandMenu({ openings, ...tools }: CommandMenuProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (openings > 0) setOpen(true)
  }, [openings])
  const close = () => setOpen(false)
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      size={640}
      padding={0}
      yOffset="10vh"
      xOffset={8}
      transitionProps={{ duration: 120, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <Menu tools={tools} onClose={close} />
    </Dialog>
  )
}

function Menu({ tools, onClose }: { tools: MenuTools; onClose: () => void }) {
  const [state, dispatch] = useReducer(reduceMenu, emptyMenu)
  const { groups, failure } = useMenuSearch(state.text, tools)
  const listId = useId()
  const shown = state.list?.groups ?? []
  const isBusy = isSearching(state)
  useEffect(() => {
    if (groups) dispatch({ type: 'found', text: state.text, groups })
  })
  useChosen(state, onClose)
  return (
    <>
      <MenuField
        listId={listId}
        isExpanded={shown.length > 0}
        selectedOption={findSelectedOption(state, listId)}
        dispatch={dispatch}
      />
      {shown.length > 0 ? (
        <MenuList id={listId} state={state} dispatch={dispatch} />
      ) : (
        !isBusy && (
          <p className={classes.empty}>
            Nothing found. You can paste any ID here, or read the{' '}
            <Link href="/docs" prefetch={false} onClick={onClose}>
              documentation
            </Link>
            .
          </p>
        )
      )}
      <div className={classes.footer}>
        <output className={classes.status}>{isBusy ? 'Searching…' : (failure ?? describeCount(shown))}</output>
        <span className={classes.hints} aria-hidden>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to move, <Kbd size="xs">Enter</Kbd> to open
        </span>
      </div>
    </>
  )
}

interface MenuFieldProps {
  readonly listId: string
  readonly isExpanded: boolean
  readonly selectedOption: string | undefined
  readonly dispatch: Dispatch<MenuEvent>
}

function MenuField({ listId, isExpanded, selectedOption, dispatch }: MenuFieldProps) {
  const [query, setQuery] = useState('')
  const handleKey = (event: KeyboardEvent) => {
    const key = event.nativeEvent.isComposing ? undefined : keys[event.key]
    if (key === undefined) return
    event.preventDefault()
    dispatch({ type: 'pressed', key })
  }
  return (
    <div className={classes.field}>
      <IconSearch size={18} aria-hidden />
      <input
        className={classes.input}
        role="combobox"
        aria-label="Search, or paste an ID, error code or address"
        placeholder="Search, or paste an ID, error code or address"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-activedescendant={selectedOption}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          dispatch({ type: 'typed', text: event.currentTarget.value })
        }}
        onKeyDown={handleKey}
      />
    </div>
  )
}

interface MenuListProps {
  readonly id: string
  readonly state: MenuState
  readonly dispatch: Dispatch<MenuEvent>
}

function MenuList({ id, state, dispatch }: MenuListProps) {
  const selectedId = getSelectedId(state)
  const selectedOption = findSelectedOption(state, id)
  useEffect(() => {
    if (selectedOption) document.getElementById(selectedOption)?.scrollIntoView({ block: 'nearest' })
  }, [selectedOption])
  return (
    <div id={id} className={classes.list} role="listbox" aria-label="Results" aria-busy={isSearching(state)}>
      {state.list?.groups.map(({ label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={label} role="group" aria-label={label}>
          <div className={classes.group} aria-hidden>
            {label}
          </div>
          {entries.map((entry) => (
            <MenuOption
              key={entry.id}
              id={toOptionId(id, entry.id)}
              entry={entry}
              typed={state.list?.text ?? ''}
              isSelected={entry.id === selectedId}
              onPoint={() => dispatch({ type: 'pointed', id: entry.id })}
              onChoose={() => dispatch({ type: 'chosen', id: entry.id })}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function findSelectedOption(state: MenuState, listId: string): string | undefined {
  const selectedId = getSelectedId(state)
  return selectedId === undefined ? undefined : toOptionId(listId, selectedId)
}

/** Returns an option's ID in the page, which contains no blanks. */
function toOptionId(listId: string, entryId: string): string {
  return `${listId}-${encodeURIComponent(entryId)}`
}

function describeCount(groups: readonly { readonly entries: readonly unknown[] }[]): string {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return formatCount(count, 'result')
}

/** Opens the chosen entry, and closes the menu. */
function useChosen({ chosen, list }: MenuState, onClose: () => void): void {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens an entry once, when it is chosen
  useEffect(() => {
    const entry = list?.groups.flatMap(({ entries }) => entries).find(({ id }) => id === chosen)
    if (entry === undefined) return
    onClose()
    if (entry.href === undefined) entry.run?.()
    else router.push(entry.href)
  }, [chosen])
}
