import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** The menu's groups. Of those that match equally well, the first one comes first. */
export const menuGroups = ['Pages', 'Company files', 'Apps', 'Actions', 'Documentation', 'Requests'] as const

export type MenuGroupName = (typeof menuGroups)[number]

/** A menu entry: a link, or an action. */
export interface MenuEntry {
  readonly id: string
  readonly group: MenuGroupName
  readonly label: string
  /** One line below the label. */
  readonly detail?: string
  /** Words that are not shown. */
  readonly keywords?: readonly string[]
  /** IDs that find the entry, whole or in part. */
  readonly ids?: readonly string[]
  /** How well a search engine has matched it; of its group, its entries keep their order. */
  readonly found?: 'by name' | 'by text' | 'by some words'
  /** A place that any ID may lead to. */
  readonly isGuess?: boolean
  /** The found words, in lower case; without them, the typed ones are marked. */
  readonly words?: readonly string[]
  /** Keys that do the same, one after another. */
  readonly keys?: readonly string[]
  readonly icon?: ComponentType<IconProps>
  readonly href?: string
  readonly run?: () => void
}
