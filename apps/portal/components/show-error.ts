import { notifications } from '@mantine/notifications'

/** Shows a notification with the error's message. */
export function showError(error: unknown): void {
  notifications.show({
    color: 'red',
    title: 'Something went wrong',
    message: error instanceof Error ? error.message : 'Try again in a moment.',
  })
}
