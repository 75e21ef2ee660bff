'use client'

import { Button, type ButtonProps } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface LinkButtonProps extends ButtonProps {
  readonly href: string
  readonly children: ReactNode
}

/** Renders a link as a button. */
export function LinkButton({ href, ...props }: LinkButtonProps) {
  return <Button component={Link} href={href} {...props} />
}
