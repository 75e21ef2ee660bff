import { Text } from '@mantine/core'
import { AskManagers } from './ask-managers.tsx'

interface RoleNoteProps {
  /** The lowest permitted role. */
  readonly needs: 'owner' | 'admin'
  /** A verb and its object: `rename this company file`. */
  readonly to: string
}

/** Says who can do what this page does not offer to the reader's role, and whom to ask. */
export function RoleNote({ needs, to }: RoleNoteProps) {
  return (
    <Text size="xs" c="dimmed">
      {needs === 'owner' ? `An owner can ${to}.` : `An owner or admin can ${to}.`} <AskManagers needs={needs} />
    </Text>
  )
}
