'use client'

import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../lib/page-link.tsx'

interface TextLinkProps extends AnchorProps {
  readonly href: string
  readonly children: ReactNode
}

/** A link within text, underlined so it does not rely on color. */
export function TextLink({ href, ...props }: TextLinkProps) {
  return <Anchor component={PageLink} href={href} underline="always" {...props} />
}
