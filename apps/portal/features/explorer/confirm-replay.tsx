'use client'

import { Button, Group, List, ListItem, Stack } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'

interface ConfirmReplayProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Sentences that say what the replay does. */
  readonly effects: readonly string[]
  readonly onConfirm: () => void
}

/** Asks before a replay writes. */
export function ConfirmReplay({ opened, onClose, effects, onConfirm }: ConfirmReplayProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Replay this write?">
      <Stack gap="md">
        <List spacing={4} size="sm">
          {effects.map((effect) => (
            <ListItem key={effect}>
              <bdi>{effect}</bdi>
            </ListItem>
          ))}
        </List>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            Replay
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
