'use client'

import Link from 'next/link'
import { type ComponentProps, type MouseEvent, useState } from 'react'

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string }

/**
 * Links to a page, which is loaded ahead once the pointer is on the link: a page with thirty links makes no requests for
 * them. The documentation is never loaded ahead: its pages are complete, styles included, and browsers warn about unused
 * styles.
 */
export function PageLink({ href, onMouseEnter, ...props }: PageLinkProps) {
  const [isLikely, setLikely] = useState(false)
  const handleMouseEnter = (event: MouseEvent<HTMLAnchorElement>) => {
    onMouseEnter?.(event)
    setLikely(!href.startsWith('/docs'))
  }
  return <Link href={href} prefetch={isLikely ? null : false} {...props} onMouseEnter={handleMouseEnter} />
}
