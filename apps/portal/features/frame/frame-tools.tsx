'use client'

import dynamic from 'next/dynamic'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { FrameToolsContext } from '../../components/frame-tools-context.ts'
import { isEditable } from '../../components/move-between-rows.ts'
import { findLastOrganization } from '../organizations/last-organization.ts'
import { ProofPrompt } from '../proof/proof-prompt.tsx'
import { hasCharacterKeys } from './character-keys.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { ShortcutReader } from './shortcut.ts'
import { findSlug } from './use-current-organization.ts'
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
  const router = useRouter()
  const [shortcuts] = useState(() => new ShortcutReader(hasCharacterKeys))
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const shortcut = shortcuts.read(event, event.target instanceof Element && isEditable(event.target))
      if (shortcut === undefined) return
      if (shortcut.name === 'filter') {
        if (!focusFilter()) return
      } else if (shortcut.name === 'go') {
        const address = findAddress(shortcut.path)
        // A dialog may show a secret that is shown once.
        if (address === undefined || document.querySelector('[aria-modal="true"]')) return
        router.push(address)
      } else if (shortcut.name === 'menu') openMenu()
      else if (shortcut.name === 'help') openHelp()
      else toggleRequests()
      event.preventDefault()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [shortcuts, router, openMenu, openHelp, toggleRequests])
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

/** Returns the address of a page in the current organization, otherwise in the last visited one. */
function findAddress(path: string): string | undefined {
  if (path.startsWith('/docs')) return path
  const slug = findSlug(window.location.pathname) ?? findLastOrganization()
  return slug && `/orgs/${slug}${path}`
}

/** Focuses the page's text filter. Returns whether there is one. */
function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-page-filter]')
  field?.focus()
  field?.select()
  return field !== null
}
