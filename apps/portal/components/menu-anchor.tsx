'use client'

import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface MenuAnchorProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly ref?: Ref<HTMLButtonElement | null>
}

/** Makes an already rendered button the menu's target. */
export function MenuAnchor({ anchor, ref }: MenuAnchorProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => anchor.current, [anchor])
  return null
}
