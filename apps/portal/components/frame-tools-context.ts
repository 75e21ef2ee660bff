'use client'

import { createContext, useContext } from 'react'

/** The tools available on every page. */
export interface FrameTools {
  readonly openMenu: () => void
  readonly toggleRequests: () => void
}

export const FrameToolsContext = createContext<FrameTools>({ openMenu: ignore, toggleRequests: ignore })

/** Returns the tools available on every page. */
export function useFrameTools(): FrameTools {
  return useContext(FrameToolsContext)
}

function ignore(): void {
  // Pages without tools have no buttons for them.
}
