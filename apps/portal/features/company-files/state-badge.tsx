import { type RealmState, realmStates } from '@bridge/data-plane/realms/realm-states'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'

const tones: Record<(typeof realmStates)[RealmState]['tone'], StatusTone> = {
  good: 'success',
  waiting: 'warning',
  bad: 'danger',
  none: 'neutral',
}

/** Shows a company file's state. */
export function StateBadge({ state }: { state: RealmState }) {
  const { tone, label } = realmStates[state]
  return <StatusBadge tone={tones[tone]}>{label}</StatusBadge>
}
