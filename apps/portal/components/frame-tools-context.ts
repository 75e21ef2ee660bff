'use client'

import { createContext, useContext } from 'react'

/** The tools that are available on every page. */
export interface FrameTools {
  readonly openMenu: () => void
  readonly toggleRequests: () => void
}

export const FrameToolsContext = createContext<FrameTools>({ openMenu: ignore, toggleRequests: ignore })

/** Returns the tools that are available on every page. */
export function useFrameTools(): FrameTools {
  return useContext(FrameToolsContext)
}

function ignore(): void {
  // The pages that have no tools have no buttons for them.
}
