'use client'

import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { FrameToolsContext } from '../../components/frame-tools-context.ts'
import { ProofPrompt } from '../proof/proof-prompt.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { toShortcut } from './shortcut.ts'
import { useRequestDrawer } from './use-request-drawer.ts'

const CommandMenu = dynamic(() => import('./command-menu.tsx'), { ssr: false })
const RequestDrawer = dynamic(() => import('./request-drawer.tsx'), { ssr: false })
const ShortcutsDialog = dynamic(() => import('./shortcuts-dialog.tsx'), { ssr: false })

/** Keeps the menu, the shortcuts and the notices above all pages. Each part is loaded when it is first opened. */
export function FrameToolsProvider({ children }: { children: ReactNode }) {
  const [menuOpenings, setMenuOpenings] = useState(0)
  const [helpState, setHelpState] = useState<'never' | 'open' | 'closed'>('never')
  const drawer = useRequestDrawer()
  const pathname = usePathname()
  const toggleRequests = drawer.toggle
  const openMenu = useCallback(() => setMenuOpenings((openings) => openings + 1), [])
  const openHelp = useCallback(() => setHelpState('open'), [])
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const shortcut = toShortcut(event)
      if (shortcut === undefined) return
      if (shortcut === 'filter') {
        if (!focusFilter()) return
      } else if (shortcut === 'menu') openMenu()
      else if (shortcut === 'help') openHelp()
      else toggleRequests()
      event.preventDefault()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [openMenu, openHelp, toggleRequests])
  const tools = useMemo(() => ({ openMenu, toggleRequests }), [openMenu, toggleRequests])
  return (
    <FrameToolsContext value={tools}>
      <ConnectionNotice />
      <ProofPrompt />
      {children}
      {drawer.state !== 'closed' && (
        <RequestDrawer path={pathname} takesFocus={drawer.state === 'opened'} onClose={drawer.close} />
      )}
      {menuOpenings > 0 && (
        <CommandMenu openings={menuOpenings} onShowRequests={drawer.open} onShowShortcuts={openHelp} />
      )}
      {helpState !== 'never' && (
        <ShortcutsDialog opened={helpState === 'open'} onClose={() => setHelpState('closed')} />
      )}
    </FrameToolsContext>
  )
}

/** Focuses the page's text filter. Returns whether there is one. */
function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-page-filter]')
  field?.focus()
  field?.select()
  return field !== null
}
