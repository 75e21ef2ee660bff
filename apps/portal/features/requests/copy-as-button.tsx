import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

/** Opens the language menu. */
export function CopyAsButton(props: ComponentProps<'button'>) {
  return <Button size="xs" variant="default" leftSection={<IconCopy size={14} aria-hidden />} {...props} />
}
