'use client'

import { Kbd } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import classes from './shortcuts-dialog.module.css'

const shortcuts = [
  [['Ctrl K', '⌘ K'], 'Search, or go to a pasted ID'],
  [['~'], 'Show or hide the latest requests'],
  [['/'], 'Go to the filter'],
  [['↑', '↓'], 'Move through a list'],
  [['Enter'], 'Open'],
  [['Esc'], 'Close'],
  [['?'], 'Show this list'],
] as const

/** Lists the keyboard shortcuts. */
export default function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.list}>
        {shortcuts.map(([keys, meaning]) => (
          <div key={meaning} className={classes.row}>
            <dt>{meaning}</dt>
            <dd className={classes.keys}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
