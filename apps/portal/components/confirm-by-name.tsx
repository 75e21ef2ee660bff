'use client'

import { removeHidden } from '@bridge/identity/access/hidden-characters'
import { Button, Group, List, ListItem, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { FailedState } from './failed-state.tsx'

interface ConfirmByNameProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** A question: `Delete this company file?` */
  readonly title: string
  /** Must be typed to confirm. */
  readonly name: string
  /** What happens, one sentence each. */
  readonly consequences: readonly ReactNode[]
  /** A verb and its object: `Delete company file`. */
  readonly action: string
  /** Closes the dialog when it resolves. When it rejects, the dialog shows the error and stays open. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks for a thing's name before a change that cannot be undone. */
export function ConfirmByName({ opened, onClose, title, ...form }: ConfirmByNameProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {opened && <ConfirmForm onClose={onClose} {...form} />}
    </Dialog>
  )
}

function ConfirmForm({ onClose, name, consequences, action, onConfirm }: Omit<ConfirmByNameProps, 'opened' | 'title'>) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (removeHidden(typed) !== removeHidden(name)) {
      setError('The name does not match.')
      return
    }
    setPending(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setPending(false)
    }
  }
  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack gap="md">
        <List spacing={4} size="sm">
          {consequences.map((consequence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while the dialog is open
            <ListItem key={index}>{consequence}</ListItem>
          ))}
        </List>
        <Text size="sm" component="div">
          To confirm, type{' '}
          <Text component="bdi" fw={600} style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
            {name}
          </Text>
        </Text>
        <TextInput
          data-autofocus
          aria-label="Name"
          autoComplete="off"
          dir="auto"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setError(undefined)
          }}
          error={error}
        />
        {failure !== undefined && <FailedState error={failure} title="We couldn’t do that" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
