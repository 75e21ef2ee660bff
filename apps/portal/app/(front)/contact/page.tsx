import { Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../components/page-header.tsx'
import { TextLink } from '../../../components/text-link.tsx'

export const metadata: Metadata = { title: 'Contact' }

export default function ContactPage() {
  return (
    <>
      <PageHeader title="Contact" description="How to get help." />
      <Stack gap="sm" maw="70ch">
        <Text>
          Most errors have causes and fixes in the <TextLink href="/docs/errors">list of errors</TextLink>.
        </Text>
        <Text>
          For everything else, reply to any email that you received from this service, or write to the operator of this
          address. Include the request ID from the page or the X-Request-Id header. With it, we find the request without
          looking at your books.
        </Text>
      </Stack>
    </>
  )
}
