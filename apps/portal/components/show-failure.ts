import { notifications } from '@mantine/notifications'

/** Tells that something failed, in the words of the error. */
export function showFailure(error: unknown): void {
  notifications.show({
    color: 'red',
    title: 'That did not work',
    message: error instanceof Error ? error.message : 'Something failed. Try again.',
  })
}
