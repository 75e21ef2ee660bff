'use client'

import { Anchor, type AnchorProps } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface TextLinkProps extends AnchorProps {
  readonly href: string
  readonly children: ReactNode
}

/** A link within text, underlined so that it does not rely on color. */
export function TextLink({ href, ...props }: TextLinkProps) {
  return <Anchor component={Link} href={href} underline="always" {...props} />
}
