'use client'

import { Modal as MantineModal, type ModalProps } from '@mantine/core'

/** Mantine's dialog, in a separate script. */
export default function Modal(props: ModalProps) {
  return <MantineModal closeButtonProps={{ 'aria-label': 'Close' }} returnFocus={false} {...props} />
}
