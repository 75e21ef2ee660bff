import { Text } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'

/** Says what apps do after a company file went back. */
export function WentBackStep() {
  return (
    <Text size="sm" c="dimmed">
      Webhooks report none of that. Apps{' '}
      <TextLink href="/docs/guides/full-extraction">read the company file again</TextLink>, and then{' '}
      <TextLink href="/docs/guides/webhooks#catch-up-with-cdc">catch up with CDC</TextLink> from this time. This note
      goes after 30 days.
    </Text>
  )
}
