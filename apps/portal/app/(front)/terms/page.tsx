import { Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../components/page-header.tsx'

export const metadata: Metadata = { title: 'Terms' }

export default function TermsPage() {
  return (
    <>
      <PageHeader title="Terms" description="What applies when you use this service." />
      <Stack gap="sm" maw="70ch">
        <Text>
          The operator of this address provides the service. What you agreed with them applies: prices, availability and
          notice periods are part of your order.
        </Text>
        <Text>
          The sandbox is for tests. Its data can be reset at any time, and it has daily limits. Company files remain
          yours: the service reads and writes them only when an app that you connected requests it.
        </Text>
        <Text>QuickBooks is a trademark of Intuit Inc. This service is not affiliated with Intuit.</Text>
      </Stack>
    </>
  )
}
