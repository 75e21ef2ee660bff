'use client'

import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'

/** The element with the focus before the first of several dialogs, each of which may open the next. */
let lastOutside: Element | null = null

/**
 * Shows a dialog. When it closes, the focus returns to where it was, even if the dialog is mounted open or unmounted
 * without being closed, which Mantine does not handle.
 */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened)
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} returnFocus={false} {...props} />
}

function useFocusReturn(opened: boolean): void {
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
        if (activeElement === null || activeElement === body || activeElement === atClose) focus(before)
      })
    }
  }, [opened])
}

function focus(before: Element | null): void {
  const target = [before, lastOutside].find((element) => element?.isConnected && element !== document.body)
  const content = document.getElementById('content')
  const focused = target instanceof HTMLElement ? target : content
  focused?.focus({ preventScroll: true })
}
