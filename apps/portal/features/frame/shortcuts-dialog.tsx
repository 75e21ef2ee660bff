'use client'

import { Kbd, Switch } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { organizationPages } from '../organizations/organization-pages.ts'
import { hasCharacterKeys, setCharacterKeys } from './character-keys.ts'
import { findGoKeys } from './go-keys.ts'
import classes from './shortcuts-dialog.module.css'

interface ShortcutRow {
  readonly meaning: string
  /** Keys, or several of them pressed one after another. */
  readonly keys: readonly string[]
  readonly isSequence?: boolean
}

const shortcuts: readonly ShortcutRow[] = [
  { keys: ['Ctrl K', '⌘ K'], meaning: 'Search, begin an action, or go to a pasted ID' },
  { keys: ['↑', '↓'], meaning: 'Move through a list' },
  { keys: ['Enter'], meaning: 'Open' },
  { keys: ['Esc'], meaning: 'Close' },
]

const characterKeys: readonly ShortcutRow[] = [
  { keys: ['~'], meaning: 'Show or hide the latest requests' },
  { keys: ['/'], meaning: 'Go to the filter' },
  { keys: ['?'], meaning: 'Show this list' },
]

const base = '/orgs/any'

/** The pages that `G` leads to. */
const pages: readonly ShortcutRow[] = [
  ...organizationPages('any', 'owner').map(({ label, href }) => ({ label, path: href.slice(base.length) })),
  { label: 'Documentation', path: '/docs' },
].flatMap(({ label, path }) => {
  const keys = findGoKeys(path)
  return keys === undefined ? [] : [{ meaning: label, keys, isSequence: true }]
})

/** Lists the keyboard shortcuts, and turns those without a modifier off. */
export default function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [isOn, setOn] = useState(hasCharacterKeys)
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <ShortcutList rows={shortcuts} />
      <Switch
        className={classes.switch ?? ''}
        label="Shortcuts of one character"
        description="Turn these off if you control the computer by voice. Ctrl K still opens the menu, which has all of them."
        checked={isOn}
        onChange={(event) => {
          setCharacterKeys(event.currentTarget.checked)
          setOn(event.currentTarget.checked)
        }}
      />
      {isOn && (
        <>
          <ShortcutList rows={characterKeys} />
          <h3 className={classes.title}>Go to a page</h3>
          <ShortcutList rows={pages} />
        </>
      )}
    </Dialog>
  )
}

function ShortcutList({ rows }: { rows: readonly ShortcutRow[] }) {
  return (
    <dl className={classes.list}>
      {rows.map(({ meaning, keys, isSequence }) => (
        <div key={meaning} className={classes.row}>
          <dt>{meaning}</dt>
          <dd className={classes.keys}>
            {keys.map((key, index) => (
              <span key={key}>
                {isSequence && index > 0 && <span className={classes.then}>then </span>}
                <Kbd>{key}</Kbd>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
