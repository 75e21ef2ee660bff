'use client'

import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Shows a short text, such as an ID, with a copy button. */
export function CopyText({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Code fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'} withArrow>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={copied ? `${label} copied` : `Copy ${label}`}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
