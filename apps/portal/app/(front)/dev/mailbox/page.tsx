import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailList } from '../../../../features/sign-in/mail-list.tsx'
import { bridge } from '../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Development mailbox' }
export const dynamic = 'force-dynamic'

export default function MailboxPage() {
  const { mailbox } = bridge().portal
  if (!mailbox) notFound()
  return <MailList mails={mailbox.list().map(({ sentAt, ...mail }) => ({ ...mail, sentAt: sentAt.toISOString() }))} />
}
