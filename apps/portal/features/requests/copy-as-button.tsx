import { Button, type ButtonProps } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Ref } from 'react'

/** Opens the language menu. Shown before the menu is loaded. */
export function CopyAsButton(props: ButtonProps & { readonly ref?: Ref<HTMLButtonElement> }) {
  return (
    <Button size="xs" variant="default" leftSection={<IconCopy size={14} aria-hidden />} {...props}>
      Copy as
    </Button>
  )
}
