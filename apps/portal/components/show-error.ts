import { notifications } from '@mantine/notifications'
import { describeError } from '../lib/describe-error.ts'

/** Shows a notification with the error's message, and the ID of the failed request. */
export function showError(error: unknown): void {
  const { message, requestId } = describeError(error)
  notifications.show({
    color: 'red',
    title: 'We couldn’t do that',
    message: requestId ? `${message} Request ID: ${requestId}` : message,
    autoClose: 15_000,
  })
}
