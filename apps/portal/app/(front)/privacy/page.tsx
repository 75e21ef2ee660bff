import { List, ListItem, Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../components/page-header.tsx'

export const metadata: Metadata = { title: 'Privacy' }

const stored = [
  'Your email address and name, until you delete your account.',
  'One cookie that keeps you signed in. There are no other cookies, no trackers, and nothing is loaded from other sites.',
  'Requests of your apps with time, path and status, for 30 days. Their bodies are kept for up to 72 hours, for sandboxes and for company files whose settings say so.',
  'Responses of writes, so that a repeated request is not posted twice, for 7 days.',
  'The audit log of your organization with the addresses that changes came from.',
] as const

export default function PrivacyPage() {
  return (
    <>
      <PageHeader title="Privacy" description="What is stored, and for how long." />
      <Stack gap="sm" maw="70ch">
        <List spacing="xs">
          {stored.map((sentence) => (
            <ListItem key={sentence}>{sentence}</ListItem>
          ))}
        </List>
        <Text>
          The records of your company file stay in QuickBooks. The service passes them on and keeps no copy other than
          the ones above. Passwords and tokens are stored as hashes.
        </Text>
      </Stack>
    </>
  )
}
