'use client'

import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../lib/page-link.tsx'

interface LinkButtonProps extends ButtonProps {
  readonly href: string
  readonly children: ReactNode
}

/** Renders a link as a button. */
export function LinkButton({ href, ...props }: LinkButtonProps) {
  return <Button component={PageLink} href={href} {...props} />
}
