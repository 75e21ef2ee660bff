'use client'

import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { ColorSchemeToggle } from '../../components/color-scheme-toggle.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { useTRPC } from '../../lib/trpc.ts'

const UserMenu = dynamic(() => import('../../components/user-menu.tsx').then(({ UserMenu: menu }) => menu), {
  ssr: false,
  loading: () => <div style={{ height: 36 }} />,
})

/** Shows the reader's account, or a link to sign in. It is loaded after the page, which is the same for all readers. */
export function ReaderAccount() {
  const { data: user, isPending } = useQuery(useTRPC().session.user.queryOptions())
  if (isPending) return <div style={{ height: 36 }} />
  if (user) return <UserMenu email={user.email} />
  return (
    <Group gap="xs" wrap="nowrap">
      <LinkButton href="/sign-in" variant="default" flex={1}>
        Sign in
      </LinkButton>
      <ColorSchemeToggle />
    </Group>
  )
}
