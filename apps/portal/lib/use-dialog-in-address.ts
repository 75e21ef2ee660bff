'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { useEffect } from 'react'

/**
 * Opens a page's dialog when the address names it, such as `?open=invite`, and removes the name from the address.
 *
 * @param open undefined if the reader's role may not use the dialog
 */
export function useDialogInAddress(name: string, open: (() => void) | undefined): void {
  const [wanted, setWanted] = useQueryState('open', parseAsString)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the dialog once, when the address changes
  useEffect(() => {
    if (wanted !== name) return
    open?.()
    void setWanted(null)
  }, [wanted])
}
