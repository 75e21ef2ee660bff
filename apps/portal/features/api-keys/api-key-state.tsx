'use client'

import { StatusBadge } from '../../components/status-badge.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useNow } from '../../lib/use-now.ts'
import { getApiKeyState } from './get-api-key-state.ts'

const texts = { expired: 'Expired', unused: 'Unused for 30 days', active: 'Active' } as const
const tones = { expired: 'danger', unused: 'warning', active: 'success' } as const

/** Says whether a key has expired or is no longer used. */
export function ApiKeyState({ apiKey }: { apiKey: PortalData['listApiKeys']['apiKeys'][number] }) {
  const state = getApiKeyState(apiKey, useNow() ?? 0)
  return <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>
}
