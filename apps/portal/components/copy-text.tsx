'use client'

import { Code, Group } from '@mantine/core'
import { useRef } from 'react'
import { selectContents } from '../lib/select-contents.ts'
import { CopyButton } from './copy-button.tsx'

/** Shows a text, such as a link, with a copy button. A refused clipboard selects the text. */
export function CopyText({ value, label }: { value: string; label: string }) {
  const text = useRef<HTMLElement>(null)
  return (
    <Group gap="xs" wrap="nowrap">
      <Code fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }} ref={text}>
        {value}
      </Code>
      <CopyButton value={value} label={label} onRefused={() => selectContents(text.current)} />
    </Group>
  )
}
