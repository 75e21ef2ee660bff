import { Kbd } from '@mantine/core'
import classes from './command-menu.module.css'
import { markWords } from './mark-words.ts'
import type { MenuEntry } from './menu-entry.ts'

interface MenuOptionProps {
  readonly id: string
  readonly entry: MenuEntry
  /** The text that found it. */
  readonly typed: string
  readonly isSelected: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

/** A row of the menu: icon, name, what it is, and the keys that do the same. */
export function MenuOption({ id, entry, typed, isSelected, onPoint, onChoose }: MenuOptionProps) {
  const { label, detail, icon: Icon, keys, words = [] } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the selected option
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes.texts}>
        <bdi className={classes.label}>
          <MarkedText text={label} words={words} typed={typed} />
        </bdi>
        {detail !== undefined && (
          <bdi className={classes.detail}>
            <MarkedText text={detail} words={words} typed={words.length > 0 ? typed : ''} />
          </bdi>
        )}
      </span>
      {keys && (
        <span className={classes.keys}>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      )}
    </div>
  )
}

function MarkedText({ text, words, typed }: { text: string; words: readonly string[]; typed: string }) {
  return markWords(text, words, typed).map(({ text: part, isFound }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    isFound ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
  )
}
