'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string }

/**
 * Links to a page, which is loaded ahead. The documentation is not: its pages are complete, styles included, and browsers
 * warn about unused styles.
 */
export function PageLink({ href, ...props }: PageLinkProps) {
  return <Link href={href} prefetch={href.startsWith('/docs') ? false : null} {...props} />
}
