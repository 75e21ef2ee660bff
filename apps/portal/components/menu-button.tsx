'use client'

import { UnstyledButton } from '@mantine/core'
import { type ComponentProps, type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react'

/** What a menu needs to know about its button. */
export interface LoadedMenuProps {
  /** The button gets the ID `{id}-target`. */
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly opened: boolean
  readonly onClose: () => void
}

interface MenuButtonProps {
  readonly id: string
  /** Names the button, and with it the menu. Its text does so without. */
  readonly label?: string
  readonly className?: string | undefined
  /** How the button looks. */
  readonly component?: ComponentType<ComponentProps<'button'>>
  readonly renderMenu: (menu: LoadedMenuProps) => ReactNode
  /** Loads the menu ahead, when the pointer or the focus reaches the button. */
  readonly preload: () => Promise<unknown>
  readonly children: ReactNode
}

/** A button whose menu is loaded when it is first opened. */
export function MenuButton({
  id,
  label,
  className,
  component: Target = UnstyledButton,
  renderMenu,
  preload,
  children,
}: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const isOpen = state === 'open'
  const close = () => {
    setState('closed')
    button.current?.focus()
  }
  return (
    <>
      <Target
        ref={button}
        id={`${id}-target`}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={() => setState(isOpen ? 'closed' : 'open')}
        onPointerEnter={() => void preload()}
        onFocus={() => void preload()}
      >
        {children}
      </Target>
      {state !== 'never' && renderMenu({ id, anchor: button, opened: isOpen, onClose: close })}
    </>
  )
}
