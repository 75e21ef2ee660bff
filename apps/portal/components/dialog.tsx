'use client'

import type { ModalProps } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useEffect, useId, useLayoutEffect, useState } from 'react'

/** Most pages are left without a dialog. */
const Modal = dynamic(loadModal, { ssr: false })

/** The element with the focus before the first of several dialogs, each of which may open the next. */
let lastOutside: Element | null = null

/**
 * Shows a dialog. When it closes, the focus returns to where it was, even if the dialog is mounted open or unmounted
 * without being closed, which Mantine does not handle.
 */
export function Dialog(props: ModalProps) {
  const { opened } = props
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  const id = useId()
  useFocusReturn(opened, id)
  usePreload()
  return wasOpened && <Modal {...props} data-dialog={id} />
}

function loadModal() {
  return import('./modal.tsx')
}

/** Loads the dialog when the user first moves or types: before it opens, and before a connection may be lost. */
function usePreload(): void {
  useEffect(() => {
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    const end = () => {
      for (const event of events) window.removeEventListener(event, load)
    }
    const load = () => {
      end()
      loadModal().catch(() => undefined)
    }
    for (const event of events) window.addEventListener(event, load, { passive: true })
    return end
  }, [])
}

function useFocusReturn(opened: boolean, id: string): void {
  // Runs before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    if (!before?.closest('[role=dialog]')) lastOutside = before
    return () => {
      const atClose = document.activeElement
      // The caller may have moved the focus on purpose.
      setTimeout(() => {
        const { activeElement, body } = document
        // A dialog closed at once takes the focus only now.
        const isInside = activeElement?.closest(`[data-dialog="${id}"]`)
        if (activeElement === null || activeElement === body || activeElement === atClose || isInside) focus(before)
      })
    }
  }, [opened, id])
}

function focus(before: Element | null): void {
  const target = [before, lastOutside].find((element) => element?.isConnected && element !== document.body)
  const content = document.getElementById('content')
  const focused = target instanceof HTMLElement ? target : content
  focused?.focus({ preventScroll: true })
}
