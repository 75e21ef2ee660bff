import { Anchor, Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { PageHeader } from '../../../components/page-header.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { getBridge } from '../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Contact' }

export default async function ContactPage() {
  // The build does not know the deployment's contact.
  await connection()
  const { supportContact } = getBridge()
  return (
    <>
      <PageHeader title="Contact" description="How to get help." />
      <Stack gap="sm" maw="70ch">
        <Text>
          Most errors have causes and fixes in the <TextLink href="/docs/errors">list of errors</TextLink>.
        </Text>
        <Text>
          {supportContact === undefined ? (
            'For everything else, ask the person who gave you this address. The operator of this installation can name a contact here with SUPPORT_CONTACT.'
          ) : (
            <>
              For everything else, write to{' '}
              <Anchor href={supportContact} underline="always" inherit>
                {supportContact.replace(/^mailto:/, '')}
              </Anchor>
              .
            </>
          )}{' '}
          Include the request ID from the page or the X-Request-Id header. With it, we find the request without looking
          at your books.
        </Text>
      </Stack>
    </>
  )
}
