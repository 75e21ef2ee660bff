import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { MailList } from '../../../../features/sign-in/mail-list.tsx'
import { getBridge } from '../../../../lib/bridge.ts'
import { localHeader } from '../../../../lib/local-header.ts'

export const metadata: Metadata = { title: 'Development mailbox' }
export const dynamic = 'force-dynamic'

export default async function MailboxPage() {
  const mails = (await headers()).get(localHeader) === 'yes' ? getBridge().listMails() : undefined
  if (!mails) notFound()
  return <MailList mails={mails.map(({ sentAt, ...mail }) => ({ ...mail, sentAt: sentAt.toISOString() }))} />
}
