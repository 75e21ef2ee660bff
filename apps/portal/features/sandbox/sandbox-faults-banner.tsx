'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Group, Text } from '@mantine/core'
import { FailedChange } from '../../components/failed-change.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { focusContent } from '../../lib/focus-content.ts'
import { describeFrequency } from './sandbox-faults.ts'
import classes from './sandbox-faults-banner.module.css'
import { useSandboxFaults } from './use-sandbox-faults.ts'

/** Warns on a sandbox's pages while a fault is on. */
export function SandboxFaultsBanner({ realmId, href }: { realmId: RealmId; href: string }) {
  const { clear, active, values, turnOff } = useSandboxFaults(realmId)
  return (
    <div role="status">
      {values && active.length > 0 && (
        <Group className={classes.banner} gap="sm" justify="space-between">
          <div>
            <Text fw={600} size="sm">
              This sandbox fails on purpose
            </Text>
            <Text size="sm">
              {active.map((fault) => `${fault.title}, ${describeFrequency(fault, values)}`).join(' · ')}.{' '}
              <TextLink href={href}>Change</TextLink>
            </Text>
          </div>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              // The button goes with the banner.
              focusContent()
              turnOff()
            }}
          >
            Turn all off
          </Button>
          <FailedChange change={clear} title="The failures are still on" />
        </Group>
      )}
    </div>
  )
}
